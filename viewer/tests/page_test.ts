// The page in a browser, opened from disk. TULLE_VIEW_PAGE names a page that the program wrote, to be tested likewise.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';

import { launch, load, open, type Opened, picture, type PictureReader, pictureReader } from './browser.ts';
import { results, savePage, settled } from './browser.ts';
import { encode, pageWith } from './encode.ts';
import { movingRun, sampleRun } from './sample_run.ts';

let browser: Browser;
let pictures: PictureReader;
before(async () => {
  browser = await launch();
  pictures = await pictureReader(browser);
});
after(() => browser.close());

let kept: (Opened & { file: string }) | undefined;

/**
 * A page as it is when opened. Every one compiles its shaders, on the processor for seconds: it stays open from check to
 * check, and the next one begins with everything set back. A check that cannot be undone closes it.
 */
async function desktop(file: string): Promise<Opened> {
  if (kept?.file !== file || kept.page.isClosed()) {
    await kept?.page.close();
    kept = { ...(await open(browser, file)), file };
    return kept;
  }
  const { page } = kept;
  await page.keyboard.press('Home'); // pauses, too
  await page.keyboard.press('1');
  for (const [id, pressed] of [['wireframe', 'false'], ['obstacles', 'true'], ['charts-shown', 'true']]) {
    const toggle = page.locator(`#${id}`);
    if ((await toggle.isVisible()) && (await toggle.getAttribute('aria-pressed')) !== pressed) await toggle.click();
  }
  return kept;
}

const frameOf = async (page: Page): Promise<number> => Number(await page.locator('#scrubber').inputValue());

/** Pauses from within the page: by the time a click from outside arrives, a slow machine may be at the start again. */
async function playUntil(page: Page, frame: number): Promise<void> {
  await page.locator('#play').click();
  await page.waitForFunction((n) => {
    const isThere = Number((document.getElementById('scrubber') as HTMLInputElement).value) >= n;
    if (isThere) (document.getElementById('play') as HTMLButtonElement).click();
    return isThere;
  }, frame);
}

function everyPage(title: string, file: string): void {
  const shot = (name: string): string => `${basename(file, '.html')}-${name}.png`;

  describe(title, () => {
    test('shows a picture, asks the network for nothing and has no complaints', async () => {
      const { page, problems } = await desktop(file);
      await page.locator('#app').waitFor();
      assert.ok(await page.locator('#message').isHidden());
      assert.match(await page.title(), / – Tulle$/);
      const { colours, width, height } = await pictures.read(await picture(page));
      assert.ok(colours > 200, `${colours} colours in ${width} x ${height} pixels`);
      await page.screenshot({ path: join(results, shot('desktop')) });
      assert.deepEqual(problems.splice(0), []);
    });

    test('moves the cloth when played', async () => {
      const { page, problems } = await desktop(file);
      const start = await picture(page);
      assert.equal(await pictures.difference(start, await picture(page)), 0, 'it moves without being asked to');
      await playUntil(page, 4);
      const frame = await frameOf(page);
      const moved = await picture(page);
      assert.ok((await pictures.difference(start, moved)) > 0.002);
      await settled(page);
      assert.equal(await frameOf(page), frame, 'it goes on after pause');
      await page.keyboard.press('Home');
      assert.ok((await pictures.difference(start, await picture(page))) < 1e-3, 'the first frame looks otherwise now');
      assert.deepEqual(problems.splice(0), []);
    });

    test('goes to the frame that the scrubber, the charts and the keys name', async () => {
      const { page, problems } = await desktop(file);
      const last = Number(await page.locator('#scrubber').getAttribute('max'));
      await page.locator('#scrubber').fill('2');
      assert.match((await page.locator('#clock').textContent()) ?? '', /frame 2 of/);
      assert.equal(await page.locator('#metrics table').getAttribute('data-frame'), '2');

      const chart = page.locator('#plots canvas').first();
      const box = await chart.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + 0.3 * box.width, box.y + box.height / 2);
      await page.mouse.down();
      const first = await frameOf(page);
      await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
      await page.mouse.up();
      assert.ok(first > 0 && first < last);
      assert.equal(await frameOf(page), last);

      for (const [key, frame] of [['Home', 0], ['ArrowRight', 1], ['ArrowLeft', 0], ['End', last]] as const) {
        await page.keyboard.press(key);
        assert.equal(await frameOf(page), frame, key);
      }
      assert.deepEqual(problems.splice(0), []);
    });

    test('colours the cloth by a field, with numbers at the bar', async () => {
      const { page, problems } = await desktop(file);
      await page.keyboard.press('End');
      const plain = await picture(page);
      const names = await page.locator('#field option').allTextContents();
      assert.equal(names[0], 'plain');
      for (let i = 1; i < names.length; ++i) {
        await page.locator('#field').selectOption({ index: i });
        assert.ok((await pictures.difference(plain, await picture(page))) > 0.01, names[i]);
        assert.equal(await page.locator('#colour-bar figcaption').textContent(), names[i]);
        assert.match((await page.locator('#colour-bar li').first().textContent()) ?? '', /[0-9]/);
        await page.screenshot({ path: join(results, shot(`field-${i}`)) });
      }
      await page.keyboard.press('1');
      assert.ok(await page.locator('#colour-bar').isHidden());
      assert.deepEqual(problems.splice(0), []);
    });

    test('fits a phone and takes touches', async () => {
      const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' as const };
      const { page, problems } = await open(browser, file, options);
      await page.locator('#next').tap();
      assert.equal(await frameOf(page), 1);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      for (const button of await page.locator('#transport button').all()) {
        const box = await button.boundingBox();
        assert.ok(box && box.height >= 32 && box.x >= 0 && box.x + box.width <= 390);
      }
      await page.locator('#field').selectOption({ index: 1 });
      await settled(page);
      await page.screenshot({ path: join(results, shot('phone')), fullPage: true });
      assert.deepEqual(problems, []);
      await page.close();
    });

    describe('when broken', () => {
      const html = readFileSync(file, 'utf8');
      const data = html.indexOf('type="text/plain">') + 'type="text/plain">'.length;
      const middle = Math.floor((data + html.length) / 2);
      const cases: [string, string, RegExp][] = [
        ['cut off in the data', html.slice(0, middle), /cut off/],
        ['cut off before the data', html.slice(0, data - 60), /cut off/],
        ['cut off in the script', html.slice(0, data >> 1), /incomplete/],
        ['changed in one character', `${html.slice(0, middle)}${html[middle] === 'A' ? 'B' : 'A'}${html.slice(middle + 1)}`, /damaged/],
        ['filled with something else', `${html.slice(0, data)}<b>${html.slice(data + 3)}`, /Character 1 /],
      ];
      let page: Page;
      before(async () => {
        page = await browser.newPage();
      });
      after(() => page.close());
      for (const [name, broken, reason] of cases)
        test(`${name}, it says so`, async () => {
          await load(page, savePage(`broken-${basename(file)}`, broken));
          const message = page.locator('#message');
          await message.getByText(reason).waitFor({ timeout: 5000 });
          assert.ok(await message.isVisible());
          assert.ok(!(await page.locator('#app').isVisible()));
        });
    });
  });
}

const sampleFile = savePage('sample.html', pageWith(encode(sampleRun())));
everyPage('the page of a sample', sampleFile);

describe('the page', () => {
  test('has the first colour where a field is smallest and the last where it is largest', async () => {
    const { page } = await desktop(sampleFile);
    await page.keyboard.press('2'); // the field "age": the same for all particles, from the first frame to the last
    // The bar itself has both colours, in a fraction of a percent of the picture.
    const violet = (r: number, g: number, b: number): boolean => b > 1.4 * r && r > 1.4 * g;
    const yellow = (r: number, g: number, b: number): boolean => r > 1.5 * b && g > 1.4 * b;
    const start = await pictures.read(await picture(page));
    await page.keyboard.press('End');
    const end = await pictures.read(await picture(page));
    assert.ok(start.share(violet) > 0.04 && start.share(yellow) < 0.01, `${start.share(violet)} ${start.share(yellow)}`);
    assert.ok(end.share(yellow) > 0.04 && end.share(violet) < 0.01, `${end.share(yellow)} ${end.share(violet)}`);
    const marks = await page.locator('#colour-bar li').allTextContents();
    assert.equal(marks[0], '0');
    assert.equal(marks.at(-1), '0.76');
  });

  test('shows and hides the wireframe, obstacles, charts and help', async () => {
    const { page, problems } = await desktop(sampleFile);
    const shown = await picture(page);
    await page.keyboard.press('w');
    assert.equal(await page.locator('#wireframe').getAttribute('aria-pressed'), 'true');
    assert.ok((await pictures.difference(shown, await picture(page))) > 0.005);
    await page.keyboard.press('w');
    await page.locator('#obstacles').click();
    assert.ok((await pictures.difference(shown, await picture(page))) > 0.002);
    await page.keyboard.press('c');
    assert.ok(await page.locator('#charts').isHidden());
    await page.keyboard.press('?');
    assert.ok(await page.locator('#help-dialog').isVisible());
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('#help-dialog').isHidden());
    assert.deepEqual(problems.splice(0), []);
  });

  test('turns with the mouse', async () => {
    const { page } = await desktop(sampleFile);
    const start = await picture(page);
    await page.mouse.move(300, 250);
    await page.mouse.down();
    await page.mouse.move(420, 260, { steps: 4 });
    await page.mouse.up();
    assert.ok((await pictures.difference(start, await picture(page))) > 0.01);
    await page.close();
  });

  test('moves obstacles, as a whole and point by point, when scrubbed and played', async () => {
    const [rigid, deforming] = await Promise.all(
      (['rigid', 'deforming'] as const).map((kind) =>
        open(browser, savePage(`${kind}.html`, pageWith(encode(movingRun(kind))))),
      ),
    );
    const starts = [await picture(rigid.page), await picture(deforming.page)];
    assert.ok((await pictures.difference(starts[0], starts[1])) < 0.001);
    for (const { page } of [rigid, deforming]) await page.keyboard.press('End');
    const ends = [await picture(rigid.page, 'rigid-end.png'), await picture(deforming.page, 'deforming-end.png')];
    // Points are rounded to 1/65535 of where they go: hardly a pixel is another one.
    assert.ok((await pictures.difference(ends[0], ends[1])) < 0.001);
    for (const which of [0, 1]) assert.ok((await pictures.difference(starts[which], ends[which])) > 0.02);
    await rigid.page.keyboard.press('Home');
    assert.ok((await pictures.difference(starts[0], await picture(rigid.page))) === 0, 'and back');
    for (const { page, problems } of [rigid, deforming]) {
      await page.keyboard.press('Home');
      await playUntil(page, 10);
      assert.ok((await pictures.difference(starts[0], await picture(page))) > 0.01);
      assert.deepEqual(problems, []);
      await page.close();
    }
  });

  test('takes names literally', async () => {
    const scene = '<img src=x onerror="document.title=1">';
    const run = { ...sampleRun(), scene, omitted: 'A picture would take its time, and shows no names.' };
    const { page, problems } = await open(browser, savePage('names.html', pageWith(encode(run))));
    assert.equal(await page.locator('#scene').textContent(), scene);
    assert.equal(await page.locator('#scene img').count(), 0);
    assert.deepEqual(problems, []);
    await page.close();
  });

  test('says when frames, obstacles or cloths were left out', async () => {
    const sample = sampleRun();
    const thinned = { ...sample, frameCount: 39, frames: sample.frames.map((frame) => 2 * frame) };
    const few = await open(browser, savePage('thinned.html', pageWith(encode({ ...thinned, omitted: 'No picture, either.' }))));
    assert.match((await few.page.locator('#note').textContent()) ?? '', /20 of the 39 frames: every 2nd/);
    await few.page.keyboard.press('ArrowRight');
    assert.match((await few.page.locator('#clock').textContent()) ?? '', /frame 2 of 38/);
    await few.page.close();

    const castle = { name: 'castle', shape: 'mesh', vertices: [], faces: [], omitted: 'The castle is too large.' };
    const hidden = { ...thinned, obstacles: [castle] };
    const lone = await open(browser, savePage('hidden.html', pageWith(encode(hidden))));
    assert.match((await lone.page.locator('#note').textContent()) ?? '', /every 2nd.*The castle is too large\.$/);
    assert.equal(await lone.page.locator('#note').isVisible(), true);
    assert.deepEqual(lone.problems, []);
    await lone.page.close();

    const large = { ...sample, omitted: 'The cloths are too large.' };
    const { page, problems } = await open(browser, savePage('omitted.html', pageWith(encode(large))));
    assert.match((await page.locator('#no-picture').textContent()) ?? '', /too large/);
    await page.keyboard.press('End');
    assert.equal(await page.locator('#metrics table').getAttribute('data-frame'), '19');
    assert.deepEqual(problems, []);
    await page.close();
  });

  test('without WebGL keeps its charts and says why there is no picture', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(original, this, [kind, ...rest]);
      } as typeof original;
    });
    await page.goto(`file://${sampleFile}`);
    await page.locator('#no-picture').getByText(/WebGL/).waitFor();
    await page.keyboard.press('End');
    assert.equal(await page.locator('#metrics table').getAttribute('data-frame'), '19');
    await page.close();
  });

  test('that was not filled says that there is no run', async () => {
    const empty = readFileSync(new URL('../../dist/view.html', import.meta.url), 'utf8');
    assert.equal(empty.split('@TULLE_RUN_DATA@').length, 2, 'the placeholder is there exactly once');
    const { page } = await open(browser, savePage('empty.html', empty));
    await page.locator('#message').getByText(/no run in this page/).waitFor();
    await page.close();
  });
});

const written = process.env['TULLE_VIEW_PAGE'];
if (written !== undefined) everyPage('the page that was given', written);
