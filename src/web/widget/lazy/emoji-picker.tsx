const COMMON = ['😀', '😂', '😊', '😍', '😉', '😎', '🤔', '😐', '😕', '😢', '😡', '😴'];
const SIGNS = ['👍', '👎', '👌', '🙏', '👏', '💪', '👋', '🎉', '❤️', '🔥', '✅', '❌'];

/** The most common emoji; keyboards of phones have the others. */
export function EmojiPicker({ pick }: { pick: (emoji: string) => void }) {
  return (
    <div class="emoji">
      {[...COMMON, ...SIGNS].map((emoji) => (
        <button key={emoji} type="button" onClick={() => pick(emoji)}>
          {emoji}
        </button>
      ))}
    </div>
  );
}
