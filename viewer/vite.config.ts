// One file: script and style go into the page itself, which then opens from disk and asks the network for nothing.

import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

function inlined(): Plugin {
  return {
    name: 'inlined',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('there is no page to put the script into');
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (part === page) continue;
        const tag = new RegExp(`\\s*<(script|link)[^>]*(src|href)="[^"]*${name}"[^>]*>(</script>)?`);
        if (!tag.test(html)) throw new Error(`the page does not ask for ${name}`);
        html = html.replace(tag, '');
        if (part.type === 'chunk') {
          // What would end the element early, or make the parser skip its end, may stand in strings only.
          const code = part.code.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
          html = html.replace('<!-- script -->', () => `<script type="module">${code}</script>`);
        } else {
          html = html.replace('<!-- style -->', () => `<style>${String(part.source)}</style>`);
        }
        delete bundle[name];
      }
      const licence = readFileSync(new URL('node_modules/three/LICENSE', import.meta.url), 'utf8').trim();
      html = html.replace('<!-- licence of three.js -->', () => `<!-- The script contains three.js.\n${licence}\n-->`);
      page.source = html;
      page.fileName = 'view.html';
    },
  };
}

export default defineConfig({
  plugins: [inlined()],
  build: { target: 'es2022', modulePreload: false, emptyOutDir: false, assetsInlineLimit: 1e9, chunkSizeWarningLimit: 2000 },
});
