// A headless Chromium that opens pages from disk, notes what goes wrong in them, and looks at pictures.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Screenshots and the pages they are of: kept for people to look at. */
export const results = fileURLToPath(new URL('../../test-results/', import.meta.url));
mkdirSync(results, { recursive: true });

export async function launch(): Promise<Browser> {
  const candidates = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'];
  const executablePath = candidates.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium: install it, or name it in the variable CHROMIUM');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox', // tests may run as root in containers
      '--use-angle=swiftshader', // WebGL on the processor: the same pictures on every machine
      '--enable-unsafe-swiftshader',
      '--webgl-antialiasing-mode=none', // shaders for four samples a pixel take longer to compile
      '--disable-gpu-rasterization', // text and charts need no shaders, which would be compiled on the processor, too
      '--disable-accelerated-2d-canvas',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

export function savePage(name: string, html: string): string {
  const file = join(results, name);
  writeFileSync(file, html);
  return file;
}

export interface Opened {
  page: Page;
  problems: string[]; // console errors and warnings, exceptions, requests to anything but the file
}

export async function open(browser: Browser, file: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 }, ...options });
  const problems: string[] = [];
  const address = pathToFileURL(file).href;
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (url !== address && !/^(data|blob):/.test(url)) problems.push(`request: ${url}`);
  });
  await load(page, file);
  return { page, problems };
}

/** Into a page that is there, whatever it showed. */
export async function load(page: Page, file: string): Promise<void> {
  await page.goto(pathToFileURL(file).href);
  await decided(page);
}

/** Until the page shows the run or says why not; before, no key is heard. Without data there is nothing to wait for. */
async function decided(page: Page): Promise<void> {
  const isDecided = (): boolean => {
    if (document.getElementById('tulle-data') === null) return true; // cut off: a script, if whole, has said so on loading
    const app = document.getElementById('app');
    const message = document.getElementById('message');
    return app === null || !app.hidden || !(message?.textContent ?? '').includes('Opening the run');
  };
  await page.waitForFunction(isDecided, undefined, { timeout: 5000 }).catch(() => undefined);
}

/** Until the picture of the present state is on the screen. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );
}

export async function picture(page: Page, keep?: string): Promise<Buffer> {
  await settled(page);
  return page.locator('#view').screenshot(keep === undefined ? {} : { path: join(results, keep) });
}

export interface Pixels {
  width: number;
  height: number;
  /** Of the pixels for which it holds. */
  share(test: (red: number, green: number, blue: number) => boolean): number;
  colours: number; // how many different ones
}

export interface PictureReader {
  read(png: Buffer): Promise<Pixels>;
  /** Share of the pixels that differ visibly. */
  difference(a: Buffer, b: Buffer): Promise<number>;
}

/** PNGs are decoded by the browser, in an empty page of their own. */
export async function pictureReader(browser: Browser): Promise<PictureReader> {
  const page = await browser.newPage();
  await page.addScriptTag({ content: `globalThis.decodePng = ${decodePng.toString()}` });
  return {
    async read(png) {
      const { width, height, text } = await page.evaluate(async (base64) => {
        const { width, height, data } = await decodePng(base64);
        let letters = '';
        for (let i = 0; i < data.length; i += 8192) letters += String.fromCharCode(...data.subarray(i, i + 8192));
        return { width, height, text: btoa(letters) };
      }, png.toString('base64'));
      const data = Buffer.from(text, 'base64');
      const seen = new Set<number>();
      for (let i = 0; i < data.length; i += 4) seen.add(data.readUInt32LE(i));
      return {
        width,
        height,
        colours: seen.size,
        share: (test) => {
          let count = 0;
          for (let i = 0; i < data.length; i += 4) if (test(data[i], data[i + 1], data[i + 2])) ++count;
          return count / (width * height);
        },
      };
    },
    difference(a, b) {
      return page.evaluate(
        async (pngs) => {
          const [first, second] = [await decodePng(pngs[0]), await decodePng(pngs[1])];
          if (first.width !== second.width || first.height !== second.height) return 1;
          let different = 0;
          const isOther = (i: number): boolean => Math.abs(first.data[i] - second.data[i]) > 8;
          for (let i = 0; i < first.data.length; i += 4) if (isOther(i) || isOther(i + 1) || isOther(i + 2)) ++different;
          return different / (first.width * first.height);
        },
        [a.toString('base64'), b.toString('base64')],
      );
    },
  };
}

/** Runs in the page. */
async function decodePng(base64: string): Promise<ImageData> {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}
