// boardgame.io's own server, in memory, with the rules of Gigogne in its reducer.
const { Server } = require('boardgame.io/server');
const { Gigogne } = require('./gigogne.cjs');

Server({ games: [Gigogne], origins: false })
  .run({ port: { port: 0, host: '127.0.0.1' } })
  .then(({ appServer }) => console.log(`ready at :${appServer.address().port}`));
