export type ContactInboxRecord = {
  id: number;
  sourceId: string;
  hmacVerified: boolean;
  createdAt: Date;
  updatedAt: Date;
};
