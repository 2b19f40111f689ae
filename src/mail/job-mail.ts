/** The Message-ID, without its domain, of the mail that a job sends; an attempt after a crash has the same. */
export function jobMailId({ id, createdAt }: { id: number; createdAt: Date }): string {
  return `job-${id}-${createdAt.getTime()}`;
}

/** Whether a mail with this Message-ID is of a job (`jobMailId`), of this server or another. */
export function isOfJob(messageId: string): boolean {
  return /^job-\d+-\d+@/.test(messageId);
}
