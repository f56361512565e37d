// A chart of some metrics over time, with a cursor that follows playback and can be dragged.

import { formatNumber, ticks } from './format.ts';
import type { Player } from './player.ts';

export interface Series {
  label: string;
  values: Float64Array; // one per frame in the page
}

const margin = { left: 46, right: 10, top: 8, bottom: 18 }; // pixels

export class Chart {
  readonly element = document.createElement('figure');
  private readonly canvas = document.createElement('canvas');
  private readonly legend = document.createElement('div');
  private readonly readings: HTMLElement[] = [];
  private hidden = new Set<number>();
  private colours: string[] = [];

  constructor(
    readonly title: string,
    readonly unit: string,
    private series: Series[],
    private readonly player: Player,
    heading?: HTMLElement,
  ) {
    const caption = document.createElement('figcaption');
    const name = heading ?? document.createElement('strong');
    if (heading === undefined) name.textContent = unit === '' ? title : `${title} [${unit}]`;
    this.legend.className = 'legend';
    caption.append(name, this.legend);
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', `${title} over time; values of this frame are in the table`);
    const plot = document.createElement('div');
    plot.className = 'plot';
    plot.append(this.canvas);
    this.element.append(caption, plot);
    this.buildLegend();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.seek(event);
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (this.canvas.hasPointerCapture(event.pointerId)) this.seek(event);
    });
  }

  setSeries(series: Series[]): void {
    this.series = series;
    this.hidden.clear();
    this.buildLegend();
    this.setColours(this.colours);
  }

  setColours(colours: string[]): void {
    this.colours = colours;
    [...this.legend.children].forEach((entry, i) => {
      (entry as HTMLElement).style.setProperty('--line', colours[i % colours.length]);
    });
    this.draw();
  }

  draw(): void {
    this.readings.forEach((reading, i) => {
      reading.textContent = formatNumber(this.series[i].values[this.player.frame]);
    });
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const context = this.canvas.getContext('2d');
    if (context === null || width === 0 || height === 0 || this.colours.length === 0) return;
    const ratio = window.devicePixelRatio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);

    const [min, max] = this.range();
    const x = (time: number): number => margin.left + this.fraction(time) * (width - margin.left - margin.right);
    const y = (value: number): number =>
      height - margin.bottom - ((value - min) / (max - min)) * (height - margin.top - margin.bottom);
    this.drawAxes(context, width, height, min, max, x, y);
    this.drawSeries(context, x, y);
    this.drawCursor(context, height, x, y);
  }

  private buildLegend(): void {
    this.readings.length = 0;
    this.legend.replaceChildren(
      ...this.series.map((series, i) => {
        const entry = document.createElement('button');
        entry.type = 'button';
        entry.setAttribute('aria-pressed', 'true');
        entry.title = `Show or hide ${series.label}`;
        entry.append(series.label);
        if (this.series.length <= 2) {
          // Of more lines the table tells the values; here they would take the place of the chart.
          const reading = document.createElement('span');
          this.readings.push(reading);
          entry.append(' ', reading);
        }
        entry.addEventListener('click', () => {
          if (!this.hidden.delete(i)) this.hidden.add(i);
          entry.setAttribute('aria-pressed', String(!this.hidden.has(i)));
          this.draw();
        });
        return entry;
      }),
    );
  }

  /** Of the visible series; with 0, so that small changes do not look large. */
  private range(): [number, number] {
    let min = 0;
    let max = 0;
    this.series.forEach((series, i) => {
      if (this.hidden.has(i)) return;
      for (const value of series.values) {
        if (!Number.isFinite(value)) continue;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    });
    return max > min ? [min, max] : [min, min + 1];
  }

  private fraction(time: number): number {
    const { times, last } = this.player;
    return last > 0 ? (time - times[0]) / (times[last] - times[0]) : 0;
  }

  private drawAxes(
    context: CanvasRenderingContext2D,
    width: number,
    height: number,
    min: number,
    max: number,
    x: (time: number) => number,
    y: (value: number) => number,
  ): void {
    const style = getComputedStyle(this.element);
    context.font = `11px ${style.fontFamily}`;
    context.fillStyle = style.getPropertyValue('--faint');
    context.strokeStyle = style.getPropertyValue('--rule');
    context.lineWidth = 1;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (const value of ticks(min, max, Math.max(2, height / 32))) {
      const level = Math.round(y(value)) + 0.5;
      context.beginPath();
      context.moveTo(margin.left, level);
      context.lineTo(width - margin.right, level);
      context.stroke();
      context.fillText(formatNumber(value), margin.left - 6, level);
    }
    context.textAlign = 'center';
    context.textBaseline = 'bottom';
    const { times, last } = this.player;
    const marks = ticks(times[0], times[last], Math.max(2, width / 90));
    marks.forEach((time, i) => {
      const text = formatNumber(time) + (i === marks.length - 1 ? ' s' : '');
      context.fillText(text, Math.min(x(time), width - margin.right - context.measureText(text).width / 2 + 6), height);
    });
  }

  private drawSeries(
    context: CanvasRenderingContext2D,
    x: (time: number) => number,
    y: (value: number) => number,
  ): void {
    context.lineWidth = 1.6;
    context.lineJoin = 'round';
    this.series.forEach(({ values }, i) => {
      if (this.hidden.has(i)) return;
      context.strokeStyle = this.colours[i % this.colours.length];
      context.beginPath();
      let drawing = false;
      values.forEach((value, frame) => {
        if (Number.isFinite(value)) {
          if (drawing) context.lineTo(x(this.player.times[frame]), y(value));
          else context.moveTo(x(this.player.times[frame]), y(value));
        }
        drawing = Number.isFinite(value);
      });
      context.stroke();
    });
  }

  private drawCursor(
    context: CanvasRenderingContext2D,
    height: number,
    x: (time: number) => number,
    y: (value: number) => number,
  ): void {
    const { frame, times } = this.player;
    const now = x(times[frame]);
    context.strokeStyle = getComputedStyle(this.element).getPropertyValue('--text');
    context.globalAlpha = 0.6;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(now, margin.top - 4);
    context.lineTo(now, height - margin.bottom);
    context.stroke();
    context.globalAlpha = 1;
    this.series.forEach(({ values }, i) => {
      if (this.hidden.has(i) || !Number.isFinite(values[frame])) return;
      context.fillStyle = this.colours[i % this.colours.length];
      context.beginPath();
      context.arc(now, y(values[frame]), 3, 0, 2 * Math.PI);
      context.fill();
    });
  }

  private seek(event: PointerEvent): void {
    const { times, last } = this.player;
    const width = this.canvas.clientWidth - margin.left - margin.right;
    const fraction = Math.min(Math.max((event.offsetX - margin.left) / width, 0), 1);
    this.player.showTime(times[0] + fraction * (times[last] - times[0]));
  }
}
