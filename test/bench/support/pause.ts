/** Resolves after so many milliseconds; at once when there are none left. */
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
