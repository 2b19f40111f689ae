/** Counts how often each article was opened, until that is written down. */
export class ViewTally {
  #views = new Map<number, number>();

  note(articleId: number, times = 1): void {
    this.#views.set(articleId, (this.#views.get(articleId) ?? 0) + times);
  }

  /** What has been counted since it was last taken, by the ids of articles; it is forgotten here. */
  take(): [articleId: number, times: number][] {
    const views = [...this.#views];
    this.#views = new Map();
    return views;
  }
}
