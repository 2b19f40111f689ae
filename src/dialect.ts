// The API's own form, and Chatwoot's where programs that cannot be changed need it: the setting `api.dialect`.

export const DIALECTS = ['spec', 'chatwoot'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** All that the dialects differ in. */
export type Differences = {
  /** The status of the answer to what creates something. */
  createdStatus: 201 | 200;
  /** Whether a message may be without a type, which is outgoing then, or an activity. */
  takesLooseTypes: boolean;
  /** Whether a message may consist of a template of its channel alone. */
  takesTemplatesAlone: boolean;
  /** Whether `toggle_status` snoozes without a time, and changes between open and resolved without a status. */
  takesLooseStatuses: boolean;
  /** Whether the list of webhooks is inside of `payload`. */
  wrapsWebhooks: boolean;
  /** Whether the `id` of an event's body is the number of what it is about, instead of the event's. */
  namesSubjects: boolean;
};

const DIFFERENCES: Record<Dialect, Differences> = {
  spec: {
    createdStatus: 201,
    takesLooseTypes: false,
    takesTemplatesAlone: false,
    takesLooseStatuses: false,
    wrapsWebhooks: false,
    namesSubjects: false,
  },
  chatwoot: {
    createdStatus: 200,
    takesLooseTypes: true,
    takesTemplatesAlone: true,
    takesLooseStatuses: true,
    wrapsWebhooks: true,
    namesSubjects: true,
  },
};

/** What holds in the dialect. */
export function differencesIn(dialect: Dialect): Differences {
  return DIFFERENCES[dialect];
}
