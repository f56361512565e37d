// Which field colours the cloth: the menu, the bar, and whether extremes count.

import { ColourBar } from './colour_bar.ts';
import type { Run } from './decode.ts';
import { element, Toggle } from './dom.ts';
import { shownField, type ShownField } from './field_range.ts';
import { unitText } from './format.ts';

export class FieldMenu {
  field: ShownField | null = null;
  readonly trim = new Toggle('trim', () => this.choose(this.menu.selectedIndex));
  private readonly menu = element<HTMLSelectElement>('field');
  private readonly bar = new ColourBar(element('colour-bar'));

  constructor(
    private readonly run: Run,
    private readonly changed: () => void,
  ) {
    this.menu.add(new Option('plain', ''));
    for (const { info } of run.fields) {
      const unit = unitText(info.unit);
      const option = new Option(unit === '' ? info.name : `${info.name} [${unit}]`);
      option.title = info.description;
      this.menu.add(option);
    }
    this.menu.addEventListener('change', () => {
      this.choose(this.menu.selectedIndex);
      this.menu.blur(); // the keyboard belongs to the player again
    });
  }

  /** 0 is plain; there may be fewer entries than asked for. */
  choose(index: number): void {
    if (index >= this.menu.length) return;
    this.menu.selectedIndex = index;
    this.field = index === 0 ? null : shownField(this.run.fields[index - 1], this.trim.on);
    this.bar.show(this.field);
    this.changed();
  }
}
