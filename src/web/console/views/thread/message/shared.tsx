import { linkTo } from '../../../../../markdown/link-to.ts';
import { Icon } from '../../../../kit/icon.tsx';
import { useDesk } from '../../../desk.ts';
import type { WireAttachment } from '../../../store/wire.ts';

const PLACE = 'M12 21s7-6.300 7-11a7 7 0 00-14 0c0 4.700 7 11 7 11zM12 12.500a2.500 2.500 0 100-5 2.500 2.500 0 000 5z';
const CARD =
  'M4 5h16v14H4zM9 12a2 2 0 100-4 2 2 0 000 4zM6 16c.4-1.600 1.500-2.500 3-2.500s2.600.9 3 2.500M15 10h3M15 13h3';

/** What is attached without a file: a place, or somebody's card. */
export function Shared({ attachment }: { attachment: WireAttachment }) {
  return attachment.file_type === 'contact' ? <Card attachment={attachment} /> : <Place attachment={attachment} />;
}

function Place({ attachment }: { attachment: WireAttachment }) {
  const { t } = useDesk().i18n;
  const { data_url: url, fallback_title: title, coordinates_lat: latitude, coordinates_long: longitude } = attachment;
  const href = linkTo(url ?? '');
  const name = title || t('aPlace');
  return (
    <p class="shared">
      <Icon outline={PLACE} />
      <span>
        {href ? (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ) : (
          name
        )}
        {latitude !== undefined && longitude !== undefined && (
          <small>
            {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </small>
        )}
      </span>
    </p>
  );
}

function Card({ attachment }: { attachment: WireAttachment }) {
  const { t } = useDesk().i18n;
  const { fallback_title: phone, meta } = attachment;
  const name = [meta?.firstName, meta?.lastName].filter(Boolean).join(' ') || t('aContactCard');
  return (
    <p class="shared">
      <Icon outline={CARD} />
      <span>
        {name}
        {phone && (
          <small>
            <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
          </small>
        )}
      </span>
    </p>
  );
}
