import { HOUR, MINUTE, SECOND } from '../../../src/time.ts';

/**
 * The first time after `time` that `cron` names, in UTC. Only its seconds (if it has them), minutes and hours are read, of
 * which each is "*", "*" with a step, or a number.
 */
export function nextMatch(cron: string, time: Date): Date {
  const fields = cron.split(' ');
  const [seconds = '0', minutes = '*', hours = '*'] = fields.length === 6 ? fields : ['0', ...fields];
  let at = (Math.floor(time.getTime() / SECOND) + 1) * SECOND;
  for (;;) {
    const date = new Date(at);
    if (!matches(hours, date.getUTCHours())) at = (Math.floor(at / HOUR) + 1) * HOUR;
    else if (!matches(minutes, date.getUTCMinutes())) at = (Math.floor(at / MINUTE) + 1) * MINUTE;
    else if (!matches(seconds, date.getUTCSeconds())) at += SECOND;
    else return date;
  }
}

function matches(field: string, value: number): boolean {
  if (field === '*') return true;
  return field.startsWith('*/') ? value % Number(field.slice(2)) === 0 : Number(field) === value;
}
