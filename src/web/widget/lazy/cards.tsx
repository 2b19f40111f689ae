import { linkTo } from '../../../markdown/link-to.ts';
import type { Action, Item } from '../store/wire.ts';
import type { PartProps } from '../views/content.tsx';
import { useUi } from '../views/ui.ts';

export function Cards({ message: { attributes } }: PartProps) {
  return (
    <ul class="cards">
      {(attributes.items ?? []).map((item, index) => (
        <Card key={index} item={item} />
      ))}
    </ul>
  );
}

function Card({ item: { title, description, media_url: picture, actions = [] } }: { item: Item }) {
  return (
    <li>
      {picture && linkTo(picture) && <img src={picture} alt="" loading="lazy" />}
      <strong>{title}</strong>
      <p>{description}</p>
      {actions.map((action, index) => (
        <CardAction key={index} action={action} />
      ))}
    </li>
  );
}

/** A link, or a button of which the page around the widget hears. */
function CardAction({ action: { type, text, uri = '', payload = '' } }: { action: Action }) {
  const { link } = useUi();
  if (type !== 'postback') return <Link address={uri} text={text} />;
  return (
    <button type="button" onClick={() => link.tell({ event: 'postback', data: { payload } })}>
      {text}
    </button>
  );
}

/** Articles of a help centre. */
export function Article({ message: { attributes } }: PartProps) {
  const { i18n } = useUi();
  return (
    <ul class="cards">
      {(attributes.items ?? []).map(({ title, description, link = '' }, index) => (
        <li key={index}>
          <strong>{title}</strong>
          <p>{description}</p>
          <Link address={link} text={i18n.t('read')} />
        </li>
      ))}
    </ul>
  );
}

function Link({ address, text }: { address: string; text: string }) {
  const href = linkTo(address);
  if (!href) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
