/** Counts how often each article was opened, until that is written down. */
export class ViewTally {
  #views = new Map<number, number>();

  note(articleId: number, times = 1): void {
    this.#views.set(articleId, (this.#views.get(articleId) ?? 0) + times);
  }

  /** Takes out the counts since the last call, by article id. */
  take(): [articleId: number, times: number][] {
    const views = [...this.#views];
    this.#views = new Map();
    return views;
  }
}
