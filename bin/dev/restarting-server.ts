import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from './answers.ts';

/** How long a server may take to finish its requests before it is killed. */
const LONGEST_STOP_MS = 3000;
/** Pause between two looks whether it answers. */
const LOOK_MS = 50;

/** How the server is started, and who hears of it. */
export type Served = {
  url: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Called each time it answers requests after a start. */
  onReady(): void;
  /** Called when it ends without being asked to. */
  onEnd(code: number | null): void;
};

/** A `parley serve` from the sources, of which one runs at a time. */
export class RestartingServer {
  readonly #served: Served;
  #child: ChildProcess | null = null;
  #stopping: ChildProcess | null = null;
  /** Restarts run one after the other; one that waits stands for all that are asked for meanwhile. */
  #work: Promise<void> = Promise.resolve();
  #waits = false;

  constructor(served: Served) {
    this.#served = served;
  }

  /** Starts it; ends the one that runs first, whose port and database it takes. */
  restart(): Promise<void> {
    if (this.#waits) return this.#work;
    this.#waits = true;
    this.#work = this.#restartAfter(this.#work);
    return this.#work;
  }

  async #restartAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    this.#waits = false;
    await this.#stop('SIGTERM');
    this.#start();
  }

  /** Ends it. `isTold`: the terminal has sent the signal to it already. */
  async stop(isTold: boolean): Promise<void> {
    this.#waits = true;
    await this.#work;
    await this.#stop(isTold ? null : 'SIGTERM');
  }

  #start(): void {
    const child = spawn(process.execPath, this.#served.args, { stdio: 'inherit', env: this.#served.env });
    this.#child = child;
    child.once('exit', (code) => {
      if (this.#child === child) this.#child = null;
      if (this.#stopping !== child) this.#served.onEnd(code);
    });
    void this.#awaitAnswer(child);
  }

  async #awaitAnswer(child: ChildProcess): Promise<void> {
    while (this.#child === child && this.#stopping !== child) {
      const isReady = await answers(`${this.#served.url}/readyz`);
      if (isReady && this.#child === child) return this.#served.onReady();
      await sleep(LOOK_MS);
    }
  }

  async #stop(signal: NodeJS.Signals | null): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#stopping = child;
    const ended = once(child, 'exit');
    if (signal !== null) child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS);
    await ended;
    clearTimeout(timer);
  }
}
