import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { AtRule, ChildNode, Plugin as PostcssPlugin, Rule } from "postcss";
import subsetFont from "subset-font";
import { defineConfig, type Plugin } from "vite";
import { rulesPage } from "./rules-page.ts";

/** Cuts the typefaces down to what the pages write: both languages, figures, and the weights in use. */
function smallFonts(): Plugin {
  const LETTERS = Array.from({ length: 0x17f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join("");
  const MARKS = "–—‘’“”«»…‰€−×÷→←↑↓·•✓\u202f\u2009\u00a0";
  return {
    name: "small-fonts",
    apply: "build",
    async generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== "asset" || !asset.fileName.endsWith(".woff2")) continue;
        const wght = asset.fileName.includes("bricolage") ? { min: 600, max: 800 } : { min: 400, max: 800 };
        const small = await subsetFont(Buffer.from(asset.source), LETTERS + MARKS, {
          targetFormat: "woff2",
          variationAxes: { wght },
        });
        asset.source = small;
      }
    },
  };
}

/** The rules are pages of docs/rules; they become HTML when the client is built. */
function rulesAsHtml(): Plugin {
  return {
    name: "rules-as-html",
    async transform(source, id) {
      if (!id.endsWith(".md")) return null;
      const english = id.replace(/\.\w+\.md$/, ".en.md");
      if (english !== id) this.addWatchFile(english);
      const html = await rulesPage(source, await readFile(english, "utf8"));
      return { code: `export default ${JSON.stringify(html)};`, map: null, moduleType: "js" };
    },
  };
}

/** What is sent compressed lies compressed beside the files, so that the server need not do it. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    async writeBundle({ dir = "" }) {
      for (const name of await readdir(dir, { recursive: true })) {
        if (!/\.(js|css|svg|html|webmanifest)$/.test(name)) continue;
        const source = await readFile(join(dir, name));
        await writeFile(join(dir, `${name}.br`), brotliCompressSync(source));
        await writeFile(join(dir, `${name}.gz`), gzipSync(source, { level: 9 }));
      }
    },
  };
}

/** Puts the list of the files that every page needs into the service worker, so that the shell works offline. */
function shellList(): Plugin {
  return {
    name: "shell-list",
    apply: "build",
    // After the page is written: only it says which files it begins with.
    enforce: "post",
    async generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("the shell can't be listed without its page");
      const named = String(page.source).matchAll(/="\/(assets\/[^"]+)"/g);
      const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
      const files = new Set([...Array.from(named, ([, name = ""]) => name), ...fonts]);
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      // What a file imports at once belongs to it; a set goes on to what is added while it is walked.
      const addImports = (names: Set<string>) => {
        for (const name of names) {
          const file = bundle[name];
          if (file?.type !== "chunk") continue;
          for (const imported of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) names.add(imported);
        }
      };
      addImports(files);
      const holding = (part: string) => chunks.filter((file) => file.moduleIds.some((id) => id.includes(part)));
      const filesWith = (part: string) => {
        const names = new Set(holding(part).map((file) => file.fileName));
        addImports(names);
        return [...names].filter((name) => !files.has(name)).map((name) => `/${name}`);
      };
      const rules = { any: filesWith("screens/RulesPage"), en: filesWith(".en.md"), fr: filesWith(".fr.md") };
      const source = await readFile(new URL("src/offline.js", import.meta.url), "utf8");
      const list = JSON.stringify(["/", ...[...files].map((name) => `/${name}`)]);
      const version = String(
        [...files, ...Object.values(rules).flat()]
          .join()
          .split("")
          .reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 7),
      );
      this.emitFile({
        type: "asset",
        fileName: "offline.js",
        source: source.replace('"SHELL"', list).replace('"RULES"', JSON.stringify(rules)).replace("VERSION", version),
      });
    },
  };
}

/**
 * Browsers have no custom media yet, and few have `if()`: style sheets name the breakpoints, and get their queries here.
 * `gap: if(media(--low): 4px; media(--phone): 8px; else: 16px)` becomes 16px, and a query for each of the others; the
 * first that is true counts. Without an `else`, weaker rules keep their say.
 */
function breakpoints(): PostcssPlugin {
  const named = readFileSync(new URL("src/look/breakpoints.css", import.meta.url), "utf8");
  // The last one first: it may be made of others.
  const queries = Array.from(named.matchAll(/@custom-media (--[\w-]+) (.+);/g), ([, name, query]) => ({ name, query }));
  queries.reverse();
  const queried = (params: string) =>
    queries.reduce((text, { name, query }) => text.replaceAll(`(${name})`, query ?? ""), params);
  return {
    postcssPlugin: "breakpoints",
    Once(root, { AtRule }) {
      root.walkRules((rule) => {
        const media: AtRule[] = [];
        const unsaid: ChildNode[] = [];
        for (const node of rule.nodes) {
          const branches = node.type === "decl" && /^if\((.+?)(?:; else: (.+))?\)$/s.exec(node.value);
          if (!branches) continue;
          const [, conditions = "", otherwise] = branches;
          let from = 0;
          for (const branch of conditions.split(";").reverse()) {
            const [, params = "", value = ""] = /^\s*media(\(.+?\)): (.+)$/s.exec(branch) ?? [];
            if (!value) throw node.error("if() takes media(…): value; …, and else: value last");
            let at = media.findIndex((one, index) => index >= from && one.params === params);
            if (at < 0) at = media.push(new AtRule({ name: "media", params })) - 1;
            media[at]?.append(node.clone({ value }));
            from = at + 1;
          }
          if (otherwise) node.value = otherwise;
          else unsaid.push(node);
        }
        rule.nodes.findLast((node) => node.type === "decl")?.after(media);
        for (const node of unsaid) node.remove();
      });
      root.walkAtRules("media", (rule) => {
        rule.params = queried(rule.params);
      });
    },
  };
}

/**
 * Writes a rule that is named for numbers, `.gap-N { gap: Npx }`, or for a word, `.ink-W { color: var(--W) }`, once for
 * each that a page names.
 */
function numbered(): PostcssPlugin {
  const folders = ["src", "examples"].map((name) => join(import.meta.dirname, name));
  return {
    postcssPlugin: "numbered",
    Once(root, { result }) {
      const rules = root.nodes.filter((node): node is Rule => node.type === "rule" && /-[A-Z]$/.test(node.selector));
      if (!rules.length) return;
      const files = folders.flatMap((dir) => readdirSync(dir, { recursive: true }).map((name) => join(dir, `${name}`)));
      const pages = files.filter((name) => name.endsWith(".svelte")).map((name) => readFileSync(name, "utf8"));
      const named = new Set(
        pages
          .join()
          .match(/(?<=[" ])[a-z]+(-[a-z\d]+)+(?=[" ])/g)
          ?.sort(new Intl.Collator("en", { numeric: true }).compare),
      );
      for (const rule of rules) {
        const given: string[] = [];
        const pattern = rule.selector.slice(1).replace(/(?<=-)[A-Z]/g, (letter) => {
          given.push(letter);
          return letter === "W" ? "([a-z][a-z\\d-]*)" : "(\\d+)";
        });
        const written = Array.from(named, (name) => new RegExp(`^${pattern}$`).exec(name)).flatMap((found) => {
          if (!found) return [];
          const each = rule.clone({ selector: `.${found[0]}` });
          each.replaceValues(/\b[A-Z](?=\b|px)/g, (letter) => found[given.indexOf(letter) + 1] ?? letter);
          return [each];
        });
        rule.replaceWith(written);
      }
      for (const dir of folders)
        result.messages.push({ type: "dir-dependency", plugin: "numbered", dir, glob: "**/*.svelte" });
    },
  };
}

const SERVER = process.env.TABLEE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), rulesAsHtml(), smallFonts(), shellList(), compressed()],
  css: { postcss: { plugins: [numbered(), breakpoints()] } },
  build: {
    outDir: "../src/tablee/server/web",
    emptyOutDir: true,
    target: "es2022",
    // A small picture inside a style sheet would be a data: address, and fonts must be files of their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 210,
    rolldownOptions: {
      // The bench of `tablee design` has a page of its own, so that no other grows by it.
      input: ["index.html", "design.html"],
      checks: { pluginTimings: false, bundlerTimings: false },
      // The first screen in few files: what every screen needs in one, the covers of the games in another. Drawing QR
      // codes is neither, nor is reading Markdown: their libraries come with the first code, or rules, that need them.
      output: {
        codeSplitting: {
          groups: [
            {
              name: "shell",
              // The page “Me” is loaded apart.
              test: /node_modules(?!.(qr|marked)\b)|src.(Root|main|state|words(?!.account)|wire|parts|motion|lobby(?!.(Account|MyData|Password))|screens.Home)\b/,
              priority: 2,
            },
            { name: "covers", test: /src.boards.\w+.(cover|Poster|Glyph)\b/, priority: 1 },
            // What tables, replays and lessons share, in one file: a dozen small ones would be asked for one after the other.
            { name: "frame", test: /src.(table|replay|rulebook)\b/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: SERVER }, "/ws": { target: SERVER, ws: true } } },
  // A minute: a busy machine takes seconds for what is done in milliseconds otherwise.
  // Files share their modules: to compile and load all of them for each took most of the time.
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/page.ts"], testTimeout: 60_000, isolate: false },
} as Parameters<typeof defineConfig>[0]);
