/** Outlines of a conversation on 24 by 24. */
export const OUTLINES = {
  back: 'M15 5l-7 7 7 7',
  snooze: 'M12 20a7.5 7.5 0 100-15 7.5 7.5 0 000 15zM12 8.500v4l2.5 2M4 5.500L6.500 3.500M20 5.500L17.500 3.500',
  more: 'M5 12a1 1 0 102 0 1 1 0 00-2 0zM11 12a1 1 0 102 0 1 1 0 00-2 0zM17 12a1 1 0 102 0 1 1 0 00-2 0z',
  details: 'M4 5h16v14H4zM14 5v14',
  reply: 'M9 7l-5 5 5 5M4 12h10a6 6 0 016 6v1',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 017 0v3',
  canned: 'M13 3L5 14h6l-1 7 8-11h-6z',
} as const;
