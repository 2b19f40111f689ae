export type AccountRecord = { id: number; name: string };
