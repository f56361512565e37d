// The keyboard, and the list of it that people get for "?".

export interface Key {
  keys: string[]; // as in KeyboardEvent.key
  shown: string;
  text: string;
  action: (event: KeyboardEvent) => void;
}

/** Keys that a focused control uses itself. */
function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target;
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) return /^(Arrow|Home|End|Page)/.test(event.key);
  if (target instanceof HTMLButtonElement) return event.key === ' ' || event.key === 'Enter';
  return false;
}

export function listenToKeys(keys: Key[]): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || belongsToControl(event)) return;
    if (document.querySelector('dialog[open]') !== null && event.key !== '?') return;
    const key = keys.find((candidate) => candidate.keys.includes(event.key));
    if (key === undefined) return;
    event.preventDefault();
    key.action(event);
  });
  // A button that was clicked would take the space bar from then on.
  window.addEventListener('click', (event) => {
    const focused = document.activeElement;
    if (event.detail > 0 && focused instanceof HTMLButtonElement && focused.closest('dialog') === null) focused.blur();
  });
}

export function describeKeys(keys: Key[], list: HTMLElement): void {
  const pointer: [string, string][] = [
    ['drag', 'turn; with one finger on a touch screen'],
    ['right drag', 'move sideways; with two fingers on a touch screen'],
    ['wheel', 'closer or farther; pinch on a touch screen'],
    ['charts', 'click or drag to go to a time; click a name to hide its line'],
  ];
  const rows = [...pointer, ...keys.map((key): [string, string] => [key.shown, key.text])];
  list.replaceChildren(
    ...rows.flatMap(([name, text]) => {
      const term = document.createElement('dt');
      term.textContent = name;
      const meaning = document.createElement('dd');
      meaning.textContent = text;
      return [term, meaning];
    }),
  );
}
