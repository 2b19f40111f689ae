import type { WorkingHours } from '../../entities/inbox.ts';

const SUNDAY = 0;
const SATURDAY = 6;

/** One weekday in a request; its hours count only where it is neither closed nor open throughout. */
export type GivenHours = {
  day_of_week: number;
  closed_all_day?: boolean | undefined;
  open_all_day?: boolean | undefined;
  open_hour?: number | null | undefined;
  open_minutes?: number | null | undefined;
  close_hour?: number | null | undefined;
  close_minutes?: number | null | undefined;
};

/** The working hours of a new inbox: Monday to Friday from nine to five. */
export function usualWeek(): WorkingHours[] {
  return Array.from({ length: 7 }, (_, day) =>
    day === SUNDAY || day === SATURDAY
      ? weekday({ day_of_week: day, closed_all_day: true })
      : weekday({ day_of_week: day, open_hour: 9, open_minutes: 0, close_hour: 17, close_minutes: 0 }),
  );
}

/** `week` with the days in `given` replaced. */
export function changeWeek(week: WorkingHours[], given: GivenHours[]): WorkingHours[] {
  return week.map((day) => {
    const change = given.find(({ day_of_week }) => day_of_week === day.day_of_week);
    return change ? weekday(change) : day;
  });
}

function weekday(given: GivenHours): WorkingHours {
  const { day_of_week, closed_all_day = false, open_all_day = false } = given;
  const flags = { day_of_week, closed_all_day, open_all_day };
  if (closed_all_day) return { ...flags, open_hour: null, open_minutes: null, close_hour: null, close_minutes: null };
  if (open_all_day) return { ...flags, open_hour: 0, open_minutes: 0, close_hour: 23, close_minutes: 59 };
  return {
    ...flags,
    open_hour: given.open_hour ?? null,
    open_minutes: given.open_minutes ?? null,
    close_hour: given.close_hour ?? null,
    close_minutes: given.close_minutes ?? null,
  };
}
