// Elements of the page, by their names in index.html.

export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found as T;
}

const icons = {
  first: 'M6 5h2v14H6zM20 5v14L9 12z',
  previous: 'M17 5v14L6 12z',
  play: 'M7 4v16l13-8z',
  pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
  next: 'M7 5v14l11-7z',
  last: 'M16 5h2v14h-2zM4 5v14l11-7z',
};

export function setIcon(button: HTMLElement, name: keyof typeof icons): void {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  button.replaceChildren(svg);
}

/** A button that is on or off. */
export class Toggle {
  private readonly button: HTMLElement;

  constructor(
    id: string,
    private readonly apply: (on: boolean) => void,
  ) {
    this.button = element(id);
    this.button.addEventListener('click', () => this.set(!this.on));
  }

  get on(): boolean {
    return this.button.getAttribute('aria-pressed') === 'true';
  }

  set(on: boolean): void {
    this.button.setAttribute('aria-pressed', String(on));
    this.apply(on);
  }

  flip(): void {
    this.set(!this.on);
  }
}
