// The row of controls that play the run.

import type { Run } from './decode.ts';
import { element, setIcon, Toggle } from './dom.ts';
import type { Player } from './player.ts';

const speeds = [0.1, 0.25, 0.5, 1, 2, 4];
const steps = { first: -Infinity, previous: -1, next: 1, last: Infinity };

export class Transport {
  readonly loop: Toggle;
  private readonly scrubber = element<HTMLInputElement>('scrubber');
  private readonly speeds = element<HTMLSelectElement>('speed');
  private readonly decimals: number;

  constructor(
    private readonly run: Run,
    private readonly player: Player,
  ) {
    this.loop = new Toggle('loop', (on) => player.setLoop(on));
    this.decimals = Math.max(2, Math.ceil(Math.log10(run.header.fps))); // two frames never show the same time
    for (const name of ['first', 'previous', 'next', 'last'] as const) {
      setIcon(element(name), name);
      element(name).addEventListener('click', () => this.step(steps[name]));
    }
    element('play').addEventListener('click', () => player.toggle());
    this.scrubber.max = String(player.last);
    this.scrubber.addEventListener('input', () => {
      player.pause();
      player.show(Number(this.scrubber.value));
    });
    for (const speed of speeds) this.speeds.add(new Option(`${speed}×`, String(speed), speed === 1, speed === 1));
    this.speeds.addEventListener('change', () => {
      this.changeSpeed(0);
      this.speeds.blur();
    });
  }

  step(by: number): void {
    this.player.pause();
    this.player.show(this.player.frame + by);
  }

  /** To the next faster or slower one. */
  changeSpeed(by: number): void {
    this.speeds.selectedIndex = Math.min(Math.max(this.speeds.selectedIndex + by, 0), speeds.length - 1);
    this.player.setSpeed(Number(this.speeds.value));
  }

  /** Follows the player. */
  update(): void {
    const { frame, playing, times, last } = this.player;
    const { frames, frame_count: count } = this.run.header;
    const time = times[frame].toFixed(this.decimals);
    this.scrubber.value = String(frame);
    this.scrubber.style.setProperty('--done', `${last > 0 ? (100 * frame) / last : 0}%`);
    this.scrubber.setAttribute('aria-valuetext', `frame ${frames[frame]}, ${time} seconds`);
    element('clock').textContent = `${time} s · frame ${frames[frame]} of ${count - 1}`;
    const play = element('play');
    if (play.dataset['playing'] === String(playing)) return;
    play.dataset['playing'] = String(playing);
    setIcon(play, playing ? 'pause' : 'play');
    play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
  }
}
