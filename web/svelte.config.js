import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Stands in every selector and on every element: short.
    cssHash: ({ hash, filename, css }) => `s${hash(filename ?? css).slice(0, 5)}`,
  },
};
