/** The times until which a conversation can be snoozed, in the user's zone: in three hours, tomorrow and on Monday at 9. */
export function snoozeTimes(now: Date) {
  const days = (count: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + count, 9);
  const toMonday = (8 - now.getDay()) % 7;
  // On Sundays, the next day is tomorrow, and the next week the one after it.
  const toNextWeek = toMonday < 2 ? toMonday + 7 : toMonday;
  return [
    { name: 'laterToday', at: new Date(now.getTime() + 3 * 3_600_000) },
    { name: 'tomorrow', at: days(1) },
    { name: 'nextWeek', at: days(toNextWeek) },
  ] as const;
}
