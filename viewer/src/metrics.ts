// The charts and the table under the picture, from the columns of metrics.csv.

import { Chart, type Series } from './chart.ts';
import type { Run } from './decode.ts';
import { columnName, formatNumber } from './format.ts';
import type { Player } from './player.ts';

function column(run: Run, index: number): Float64Array {
  const { columns, values } = run.metrics;
  return Float64Array.from(run.header.frames, (_, row) => values[row * columns.length + index]);
}

/** Energies, stretch, and one more of which people choose the column. */
export function makeCharts(run: Run, player: Player): Chart[] {
  const { columns } = run.metrics;
  const chosen = (test: (name: string) => boolean, label: (name: string) => string): Series[] =>
    columns.flatMap((name, i) => (test(name) ? [{ label: label(name), values: column(run, i) }] : []));

  const charts: Chart[] = [];
  const energies = chosen(
    (name) => /^energy_.*_J$/.test(name),
    (name) => name.slice('energy_'.length, -'_J'.length),
  );
  if (energies.length > 0) charts.push(new Chart('Energy', 'J', energies, player));
  const stretches = chosen(
    (name) => name.endsWith('_stretch'),
    (name) => name.slice(0, -'_stretch'.length),
  );
  if (stretches.length > 0) charts.push(new Chart('Stretch', '', stretches, player));

  const others = columns.filter((name) => !/^(frame|time_s|energy_.*|.*_stretch)$/.test(name));
  if (others.length > 0) charts.push(chosenChart(run, player, others));
  return charts;
}

function chosenChart(run: Run, player: Player, names: string[]): Chart {
  const select = document.createElement('select');
  select.setAttribute('aria-label', 'Metric of this chart');
  for (const name of names) {
    const { label, unit } = columnName(name);
    select.add(new Option(unit === '' ? label : `${label} [${unit}]`, name));
  }
  select.value = names.includes('contacts') ? 'contacts' : names[0];
  const series = (): Series[] => [{ label: '', values: column(run, run.metrics.columns.indexOf(select.value)) }];
  const chart = new Chart('A metric of your choice', '', series(), player, select);
  select.addEventListener('change', () => chart.setSeries(series()));
  return chart;
}

/** A row per metric; the values follow the frame. */
export class MetricsTable {
  private readonly cells: HTMLTableCellElement[];

  constructor(
    private readonly run: Run,
    private readonly table: HTMLTableElement,
  ) {
    const body = table.tBodies[0];
    this.cells = run.metrics.columns.map((name) => {
      const { label, unit } = columnName(name);
      const row = body.insertRow();
      const head = document.createElement('th');
      head.scope = 'row';
      head.textContent = label;
      row.append(head);
      const value = row.insertCell();
      row.insertCell().textContent = unit;
      return value;
    });
    if (table.caption) table.caption.textContent = this.cells.length > 0 ? 'This frame' : 'This run has no metrics.';
  }

  show(frame: number): void {
    const { columns, values } = this.run.metrics;
    this.cells.forEach((cell, i) => {
      cell.textContent = formatNumber(values[frame * columns.length + i]);
    });
    this.table.dataset['frame'] = String(frame);
  }
}
