import { type Choice, Combobox } from '../../../kit/controls/combobox.tsx';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { Conversation } from '../../store/conversation.ts';
import { PRIORITIES, type Priority } from '../../store/wire.ts';
import { assign, assignTeam, setLabels, setPriority } from '../../sync/intents.ts';

const NONE = 'none';

/** Who handles the conversation, and how it is sorted. */
export function Properties({ console, record }: { console: Console; record: Conversation }) {
  const { t } = useDesk().i18n;
  const { id, assignee, teamId, priority, labels } = record;
  const { members, teams, labels: known } = console.start.value;
  const noneText = t('nothingFits');

  const people: Choice[] = members.map((one) => ({ value: String(one.id), label: one.available_name ?? one.name }));
  const assigned = assignee && (assignee.type === 'User' ? String(assignee.id) : `bot ${assignee.id}`);
  // Who was removed from the account, and bots, are in no list of members.
  const isListed = assigned === null || people.some(({ value }) => value === assigned);
  const unlisted = isListed ? [] : [{ value: assigned, label: assignee?.name ?? '' }];
  const titles = new Set([...known.map(({ title }) => title), ...labels]);

  function choosePerson(value: string) {
    const member = members.find((one) => String(one.id) === value);
    if (value !== NONE && !member) return;
    const chosen = member && { type: 'User' as const, id: member.id, name: member.available_name ?? member.name };
    console.act(id, assign(id, chosen ?? null));
  }

  function toggleLabel(title: string) {
    const now = console.store.conversations.peek(id)?.labels ?? labels;
    console.act(id, setLabels(id, now.includes(title) ? now.filter((one) => one !== title) : [...now, title]));
  }

  return (
    <div class="properties">
      <Combobox
        label={t('assignee')}
        choices={[{ value: NONE, label: t('nobody') }, ...unlisted, ...people]}
        chosen={[assigned ?? NONE]}
        onChoose={choosePerson}
        noneText={noneText}
      />
      <Combobox
        label={t('team')}
        choices={[
          { value: NONE, label: t('noTeam') },
          ...teams.map((team) => ({ value: String(team.id), label: team.name })),
        ]}
        chosen={[teamId === null ? NONE : String(teamId)]}
        onChoose={(value) => void console.act(id, assignTeam(id, value === NONE ? null : Number(value)))}
        noneText={noneText}
      />
      <Combobox
        label={t('priority')}
        choices={[
          { value: NONE, label: t('noPriority') },
          ...PRIORITIES.map((one) => ({ value: one, label: t(`priority_${one}`) })),
        ]}
        chosen={[priority ?? NONE]}
        onChoose={(value) => void console.act(id, setPriority(id, value === NONE ? null : (value as Priority)))}
        noneText={noneText}
      />
      <Combobox
        label={t('labels')}
        choices={[...titles].map((title) => ({
          value: title,
          label: title,
          mark: <LabelDot colour={known.find((one) => one.title === title)?.color} />,
        }))}
        chosen={labels}
        isMultiple
        placeholder={t('noLabels')}
        onChoose={toggleLabel}
        noneText={noneText}
      />
    </div>
  );
}

function LabelDot({ colour }: { colour: string | undefined }) {
  return (
    <svg class="dot" viewBox="0 0 8 8" aria-hidden="true">
      <circle cx="4" cy="4" r="4" fill={colour} />
    </svg>
  );
}
