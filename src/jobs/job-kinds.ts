import { deleteInbox } from './delete-inbox.ts';
import { exportContacts } from './export-contacts.ts';
import { fetchAvatar } from './fetch-avatar.ts';
import type { JobHandler } from './queue/handler.ts';
import { importContacts } from './import-contacts.ts';
import { makeThumbnail } from './make-thumbnail.ts';
import { mailKinds } from './mails/mails.ts';
import { removeFiles } from './remove-files.ts';
import { renameLabel } from './rename-label.ts';
import { timetableKinds } from './timetable.ts';

/** The handler for each kind of job (src/queue.ts). Jobs of a kind without one stay pending. */
export const jobKinds = {
  delete_inbox: deleteInbox,
  export_contacts: exportContacts,
  fetch_avatar: fetchAvatar,
  import_contacts: importContacts,
  make_thumbnail: makeThumbnail,
  remove_files: removeFiles,
  rename_label: renameLabel,
  ...mailKinds,
  ...timetableKinds,
} as const satisfies Record<string, JobHandler>;
