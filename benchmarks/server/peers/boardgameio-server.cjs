// boardgame.io's own server, with the rules of Gigogne in its reducer: in memory, or with its own FlatFile storage in the
// folder that is given. FlatFile writes the state and the log of a match to files after the players were sent the move,
// before the match takes another, and never asks the disk to keep them: a crash of the machine may lose moves.
const { FlatFile, Server } = require('boardgame.io/server');
const { Gigogne } = require('./gigogne.cjs');

const [folder] = process.argv.slice(2);
const db = folder && new FlatFile({ dir: folder });

Server({ games: [Gigogne], origins: false, ...(db && { db }) })
  .run({ port: { port: 0, host: '127.0.0.1' } })
  .then(({ appServer }) => console.log(`ready at :${appServer.address().port}`));
