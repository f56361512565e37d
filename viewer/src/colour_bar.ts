// The scale of the colours, with its numbers.

import { fieldColours } from './colours.ts';
import type { ShownField } from './field_range.ts';
import { formatNumber, ticks, unitFactor, unitText } from './format.ts';

export class ColourBar {
  constructor(private readonly figure: HTMLElement) {}

  /** null hides it. */
  show(field: ShownField | null): void {
    this.figure.hidden = field === null;
    const caption = this.figure.querySelector('figcaption');
    const marks = this.figure.querySelector('ol');
    const context = this.figure.querySelector('canvas')?.getContext('2d');
    if (field === null || !caption || !marks || !context) return;
    const { info, scale } = field;
    caption.textContent = unitText(info.unit) === '' ? info.name : `${info.name} [${unitText(info.unit)}]`;
    caption.title = info.description;
    fieldColours(scale.isSigned).forEach(([r, g, b], i) => {
      context.fillStyle = `rgb(${r} ${g} ${b})`;
      context.fillRect(0, 255 - i, 1, 1);
    });

    const factor = unitFactor(info.unit);
    const [min, max] = [factor * scale.min, factor * scale.max];
    const range = max - min;
    const mark = (value: number, text: string): HTMLElement => {
      const item = document.createElement('li');
      item.textContent = text;
      item.style.bottom = `${(100 * (value - min)) / range}%`;
      return item;
    };
    // Round numbers in between, unless they would touch those at the ends.
    const between = ticks(min, max, 5).filter((value) => value - min > 0.07 * range && max - value > 0.07 * range);
    marks.replaceChildren(
      mark(min, (factor * info.min < min ? '≤ ' : '') + formatNumber(min, 3)),
      ...between.map((value) => mark(value, formatNumber(value, 3))),
      mark(max, (factor * info.max > max ? '≥ ' : '') + formatNumber(max, 3)),
    );
  }
}
