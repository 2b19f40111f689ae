import { Icon, type IconName } from './icon.tsx';

export type IconButtonProps = {
  icon: IconName;
  label: string;
  onClick: () => void;
  class?: string;
  disabled?: boolean;
};

export function IconButton({ icon, label, onClick, class: more = '', disabled = false }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${more}`}
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
