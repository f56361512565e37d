// Which frame is shown: playing, stepping, looping. Knows nothing of pictures.

export class Player {
  frame = 0;
  playing = false;
  loop = true;
  speed = 1;
  private time = 0; // s, between the times of this frame and the next while playing
  private readonly listeners: (() => void)[] = [];

  /** `times` [s] grow; there is at least one. */
  constructor(readonly times: number[]) {}

  get last(): number {
    return this.times.length - 1;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  show(frame: number): void {
    this.frame = Math.min(Math.max(Math.round(frame), 0), this.last);
    this.time = this.times[this.frame];
    this.changed();
  }

  /** The frame nearest to a time [s]. */
  showTime(time: number): void {
    const next = this.times.findIndex((t) => t >= time);
    if (next <= 0) return this.show(next === 0 ? 0 : this.last);
    this.show(time - this.times[next - 1] < this.times[next] - time ? next - 1 : next);
  }

  toggle(): void {
    this.playing = !this.playing && this.last > 0;
    // Pressing play at the end means: once more.
    if (this.playing && this.frame === this.last) this.show(0);
    else this.changed();
  }

  pause(): void {
    if (this.playing) this.toggle();
  }

  setLoop(loop: boolean): void {
    this.loop = loop;
    this.changed();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.changed();
  }

  /** `seconds` of the wall clock went by. */
  advance(seconds: number): void {
    if (!this.playing) return;
    // A page that was hidden must not jump ahead by the time it slept.
    this.time += Math.min(seconds, 0.25) * this.speed;
    const end = this.times[this.last];
    // The last frame stands for as long as the one before it, also in a loop.
    const hold = this.last > 0 ? end - this.times[this.last - 1] : 0;
    let frame = this.frame;
    if (this.time >= end + hold) {
      if (this.loop) {
        this.time = this.times[0] + ((this.time - end - hold) % Math.max(end - this.times[0], 1e-9));
        frame = 0;
      } else {
        this.playing = false;
        return this.show(this.last);
      }
    }
    while (frame < this.last && this.times[frame + 1] <= this.time) ++frame;
    if (frame !== this.frame) {
      this.frame = frame;
      this.changed();
    }
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
