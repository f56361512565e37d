// Opens the run that is in the page, or says why that cannot be done.

import './style.css';

import { DataError } from './bytes.ts';
import { decodeRun, type Run } from './decode.ts';
import { element } from './dom.ts';
import { Scene3d } from './scene3d.ts';
import { bind } from './ui.ts';

function showMessage(title: string, text: string): void {
  const message = element('message');
  const heading = document.createElement('h1');
  heading.textContent = title;
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  message.replaceChildren(heading, paragraph);
  message.hidden = false;
  element('app').hidden = true;
}

function makeView(run: Run): Scene3d | null {
  const explain = (text: string): null => {
    element('no-picture').textContent = text;
    element('no-picture').hidden = false;
    element('view').hidden = true;
    element('options').dataset['picture'] = 'none';
    return null;
  };
  if (run.header.omitted !== undefined)
    return explain(`${run.header.omitted} Its metrics are below; pictures come from "tulle render".`);
  try {
    return new Scene3d(run, element<HTMLCanvasElement>('view'));
  } catch {
    return explain('This browser shows no 3D graphics (WebGL 2), so there is no picture. The metrics are below.');
  }
}

async function open(): Promise<void> {
  const data = document.getElementById('tulle-data');
  const text = data?.textContent ?? '';
  if (data === null) throw new DataError('The file was cut off: there is no data in it.');
  data.textContent = ''; // up to 70 MB that are not needed again
  const run = await decodeRun(text);
  if (run.header.frames.length === 0) throw new DataError('The run has no frames yet.');

  element('message').hidden = true;
  element('app').hidden = false;
  const view = makeView(run);
  const player = bind(run, view);
  const stage = element('stage');
  new ResizeObserver(() => view?.resize(stage.clientWidth, stage.clientHeight)).observe(stage);

  let before = performance.now();
  const tick = (now: number): void => {
    player.advance((now - before) / 1000);
    before = now;
    view?.draw();
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

open().catch((error: unknown) => {
  const reason = error instanceof DataError ? error.message : `Something unexpected happened: ${String(error)}`;
  showMessage('This run cannot be shown', `${reason} "tulle export RUN view" writes the page anew.`);
});
