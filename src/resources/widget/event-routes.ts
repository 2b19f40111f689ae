import { noteWidgetOpened } from '../../conversations/note-widget-opened.ts';
import { noContent, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { answerJson } from '../../http/write-answer.ts';
import { admit, knownVisitor } from '../../http/widget/enter-widget.ts';
import { named } from '../../wire/shape.ts';
import { triggerCampaign } from './campaign/trigger-campaign.ts';
import { openedInfo, originOf } from './conversation/origin.ts';
import { CAMPAIGN_EVENT, chooseEvent, eventBodies } from './schema.ts';
import { greetSomebodyNew, isOpeningHeard } from './visitor/greet-somebody-new.ts';
import { saidInForm } from './visitor/said-of-contact.ts';
import { TOKENS, tokensOf } from './tokens.ts';

/** What happens on a website. */
export const widgetEvents = routes('/events');

const newVisitorShape = named('NewVisitor', TOKENS);

widgetEvents.post(
  '/',
  {
    permission: 'widget:write',
    summary: 'Tell what happened on a website',
    description:
      '`webwidget.triggered`: a visitor opened the widget, which webhooks and bots hear of; where one does, somebody without a token becomes a contact, whose token is the answer. `campaign.triggered`: a visitor took up a campaign, which begins a conversation unless they have one; without a token, the answer has a new one.',
    find: knownVisitor,
    body: { schemas: eventBodies, choose: chooseEvent },
    example: { name: 'webwidget.triggered', event_info: { referer: 'https://shop.example.com/parcels' } },
    answer: { ...noContent, isWritten: true },
    mayAnswer: [ok(newVisitorShape)],
  },
  async ({ tx, ctx, found: visitor, body, now }) => {
    ctx.status = 204;
    const { inbox } = ctx.state.widget;
    if (body.name !== CAMPAIGN_EVENT) {
      const info = openedInfo(ctx.headers, body);
      if (visitor) return noteWidgetOpened(tx, visitor.contactInbox.id, info, now);
      await ctx.state.visitorLimits.consumeOpening();
      if (!(await isOpeningHeard(tx, inbox))) return;
      await admit({ ctx }, null);
      const entered = await greetSomebodyNew(tx, inbox, info, now);
      ctx.status = 200;
      return answerJson(ctx, tokensOf(tx, inbox.id, entered, now));
    }
    const { campaign_id: campaignId, custom_attributes: attributes, contact, ...page } = body.event_info;
    const named = contact ? saidInForm(contact) : null;
    await admit({ ctx }, visitor, named ?? {});
    const said = { referer_url: page.referer, timestamp: page.initiated_at?.timestamp };
    const given = {
      said: named,
      customAttributes: attributes ?? {},
      additionalAttributes: originOf(ctx.headers, said, now),
    };
    const reached = await triggerCampaign(tx, inbox, visitor, { campaignId, ...given }, now);
    if (!reached || visitor) return;
    ctx.status = 200;
    answerJson(ctx, tokensOf(tx, inbox.id, reached, now));
  },
);
