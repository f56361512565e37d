// Binds the controls of the page to the player and the picture.

import { theme } from './colours.ts';
import type { Run } from './decode.ts';
import { element, Toggle } from './dom.ts';
import { FieldMenu } from './field_menu.ts';
import { formatNumber } from './format.ts';
import { describeKeys, type Key, listenToKeys } from './keys.ts';
import { makeCharts, MetricsTable } from './metrics.ts';
import { Player } from './player.ts';
import type { Scene3d } from './scene3d.ts';
import { Transport } from './transport.ts';

/** What the page says about the run besides showing it. */
function describe(run: Run): void {
  const { scene, frames, frame_count: all, particles } = run.header;
  document.title = `${scene} – Tulle`;
  element('scene').textContent = scene;
  element('facts').textContent = `${particles.toLocaleString('en')} particles · ${all.toLocaleString('en')} frames`;
  const notes = run.header.obstacles.flatMap(({ omitted }) => omitted ?? []);
  if (frames.length < all) {
    const stride = frames[1] - frames[0];
    notes.unshift(
      `To stay small, this page has ${frames.length} of the ${all} frames` +
        (frames.length > 2 ? `: every ${stride}${['st', 'nd', 'rd'][stride - 1] ?? 'th'}, and the last.` : '.'),
    );
  }
  element('note').textContent = notes.join(' ');
  element('note').hidden = notes.length === 0;
}

/** Returns what opens and closes it. */
function bindHelp(): () => void {
  const help = element<HTMLDialogElement>('help-dialog');
  const toggle = (): void => (help.open ? help.close() : help.showModal());
  element('help').addEventListener('click', toggle);
  help.addEventListener('click', (event) => {
    if (event.target === help) help.close(); // outside of its text
  });
  return toggle;
}

/** `view` is null when the browser cannot show the picture; everything else still works. */
export function bind(run: Run, view: Scene3d | null): Player {
  const player = new Player(run.header.times);
  describe(run);
  if (view) element('grid-size').textContent = `grid ${formatNumber(view.gridSpacing)} m`;

  const charts = makeCharts(run, player);
  element('plots').append(...charts.map((chart) => chart.element));
  const table = new MetricsTable(run, element('metrics').querySelector('table') as HTMLTableElement);
  const transport = new Transport(run, player);
  const fields = new FieldMenu(run, () => view?.show(player.frame, fields.field));
  const toggles = {
    wireframe: new Toggle('wireframe', (on) => view?.setWireframe(on)),
    obstacles: new Toggle('obstacles', (on) => view?.showObstacles(on)),
    charts: new Toggle('charts-shown', (on) => (element('charts').hidden = !on)),
  };
  element('obstacles').hidden = run.obstacles.length === 0;
  element('fit').addEventListener('click', () => view?.fit());
  const toggleHelp = bindHelp();

  const step = (by: number): void => transport.step(by);
  const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
  const keys: Key[] = [
    { keys: [' '], shown: 'space', text: 'play or pause', action: () => player.toggle() },
    { keys: ['ArrowLeft'], shown: '←', text: 'frame before; ten with shift', action: (e) => step(e.shiftKey ? -10 : -1) },
    { keys: ['ArrowRight'], shown: '→', text: 'next frame; ten with shift', action: (e) => step(e.shiftKey ? 10 : 1) },
    { keys: ['ArrowUp'], shown: '↑', text: 'faster', action: () => transport.changeSpeed(1) },
    { keys: ['ArrowDown'], shown: '↓', text: 'slower', action: () => transport.changeSpeed(-1) },
    { keys: ['Home'], shown: 'Home', text: 'first frame', action: () => step(-Infinity) },
    { keys: ['End'], shown: 'End', text: 'last frame', action: () => step(Infinity) },
    { keys: digits, shown: '1 – 9', text: 'plain, or the colours of a field', action: (e) => fields.choose(Number(e.key) - 1) },
    { keys: ['r', 'R'], shown: 'r', text: 'colours for the middle 98 % of the values', action: () => fields.trim.flip() },
    { keys: ['w', 'W'], shown: 'w', text: 'wireframe', action: () => toggles.wireframe.flip() },
    { keys: ['o', 'O'], shown: 'o', text: 'obstacles', action: () => toggles.obstacles.flip() },
    { keys: ['f', 'F'], shown: 'f', text: 'fit the whole run into view', action: () => view?.fit() },
    { keys: ['l', 'L'], shown: 'l', text: 'loop', action: () => transport.loop.flip() },
    { keys: ['c', 'C'], shown: 'c', text: 'charts', action: () => toggles.charts.flip() },
    { keys: ['?'], shown: '?', text: 'this help', action: toggleHelp },
  ];
  listenToKeys(keys);
  describeKeys(keys, element('keys'));

  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const applyTheme = (): void => {
    const chosen = theme(darkness.matches);
    view?.setTheme(chosen);
    for (const chart of charts) chart.setColours(chosen.series);
  };
  darkness.addEventListener('change', applyTheme);
  applyTheme();

  const update = (): void => {
    transport.update();
    table.show(player.frame);
    for (const chart of charts) chart.draw();
    view?.show(player.frame, fields.field);
  };
  player.onChange(update);
  update();
  return player;
}
