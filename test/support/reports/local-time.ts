// What clocks show, by `Intl` and minute by minute: the program computes it in another way.

const MINUTE_MS = 60_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** What a clock shows: the weekday (0 = Sunday), minutes since midnight, and the names of the hour and the day. */
type Shown = { weekday: number; minutes: number; hour: string; day: string; month: string; year: string };

const CLOCKS = new Map<string, LocalTime>();

/** The clocks of a zone. */
export class LocalTime {
  readonly #format: Intl.DateTimeFormat;
  readonly #shown = new Map<number, Shown>();

  /** The clocks of a zone, which remember what they showed. */
  static of(zone: string): LocalTime {
    const known = CLOCKS.get(zone) ?? new LocalTime(zone);
    CLOCKS.set(zone, known);
    return known;
  }

  private constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  }

  /** What clocks show at this minute of Unix time. */
  at(minute: number): Shown {
    const known = this.#shown.get(minute);
    if (known) return known;
    const parts = this.#format.formatToParts(minute * MINUTE_MS).map(({ type, value }) => [type, value] as const);
    const { weekday, year, month, day, hour, minute: past } = Object.fromEntries(parts) as Record<string, string>;
    const name = `${year}-${month}-${day}`;
    const shown = {
      weekday: WEEKDAYS.indexOf(weekday ?? ''),
      minutes: Number(hour) * 60 + Number(past),
      hour: `${name} ${hour}`,
      day: name,
      month: `${year}-${month}`,
      year: `${year}`,
    };
    this.#shown.set(minute, shown);
    return shown;
  }

  /** The name of the period that the minute lies in; a week has the name of the day after its Saturday. */
  periodAt(minute: number, period: 'hour' | 'day' | 'week' | 'month' | 'year'): string {
    const shown = this.at(minute);
    if (period !== 'week') return shown[period];
    let sunday = minute;
    for (let { weekday } = shown; weekday > 0; weekday -= 1) sunday = this.#minuteOfDayBefore(sunday);
    return this.at(sunday).day;
  }

  /** A minute of the day before. */
  #minuteOfDayBefore(minute: number): number {
    const { day } = this.at(minute);
    let before = minute;
    while (this.at(before).day === day) before -= 15;
    return before;
  }
}
