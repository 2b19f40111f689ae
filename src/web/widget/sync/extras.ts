import { type Begin, type BeginOptions, createBegin } from './begin.ts';
import { type Campaigns, type CampaignsOptions, createCampaigns } from './campaigns.ts';
import { asAttachment, createUploader, type Uploader, type UploaderOptions } from './upload.ts';
import { createVisitor, type Visitor, type VisitorOptions } from './visitor.ts';

/** What not every visitor needs, which is loaded with the first need: files, campaigns, and what the page says of them. */
export type Extras = {
  visitor: Visitor;
  uploader: Uploader;
  asAttachment: typeof asAttachment;
  campaigns: Campaigns;
  begin: Begin;
};

export type ExtrasOptions = VisitorOptions & UploaderOptions & CampaignsOptions & BeginOptions;

export { obeyMore } from '../host/obey-more.ts';
export { watchHours } from './watch-hours.ts';

export function createExtras(options: ExtrasOptions): Extras {
  const visitor = createVisitor(options);
  const campaigns = createCampaigns(options);
  return {
    visitor,
    campaigns,
    uploader: createUploader(options),
    asAttachment,
    begin: createBegin(options, visitor, campaigns),
  };
}
