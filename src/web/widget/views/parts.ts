import type { ComponentType } from 'preact';
import { later } from '../../kit/later.ts';
import { lazy } from '../../kit/lazy.tsx';

type PropsOf<Part> = Part extends (props: infer Props) => unknown ? (Props extends object ? Props : object) : object;

/** Has parts that not every conversation needs; all of them are loaded with the first that is shown. */
function partsOf<Parts>(load: () => Promise<Parts>) {
  const parts = later(load);
  return <Name extends keyof Parts>(name: Name) =>
    lazy<PropsOf<Parts[Name]>>(async () => (await parts())[name] as ComponentType<PropsOf<Parts[Name]>>);
}

const part = partsOf(() => import('../lazy/parts.tsx'));
/** What asks the visitor for something, or lets them choose. */
const form = partsOf(() => import('../lazy/forms.tsx'));

export const Article = form('Article');
export const Attachment = part('Attachment');
export const Cards = form('Cards');
export const Csat = form('Csat');
export const Drop = part('Drop');
export const EmailForm = form('EmailForm');
export const EmojiPicker = part('EmojiPicker');
export const Form = form('Form');
export const Menu = part('Menu');
export const MessageState = part('MessageState');
export const Options = form('Options');
export const PreChatForm = form('PreChatForm');
export const Preview = part('Preview');
export const ReplyTo = part('ReplyTo');
export const TooOld = part('TooOld');
export const Typing = part('Typing');
