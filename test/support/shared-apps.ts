/**
 * The apps that all suites of this process use, by their kind of database. In a file of its own, so that the process that
 * only starts workers need not load the program to stop its apps, of which it has none.
 */
export const sharedApps = new Map<string, Promise<{ stop(): Promise<void> }>>();

/** Stops the apps that were started in this process. */
export async function stopSharedApps(): Promise<void> {
  const apps = await Promise.all(sharedApps.values());
  await Promise.all(apps.map((app) => app.stop()));
}
