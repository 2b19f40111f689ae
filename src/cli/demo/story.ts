/** The people of the demo; addresses below .example belong to nobody. */
export const DEMO_ACCOUNT = 'Parley demo';
export const DEMO_EMAIL = 'ada@parley-demo.example';
export const DEMO_NAME = 'Ada Admin';
export const DEMO_SLUG = 'parley-demo';

/** A message of a visitor or of the team; `isNote`: a private note. */
export type Said = { by: 'visitor' | 'team'; content: string; isNote?: boolean };

export const CONVERSATIONS: readonly { name: string; email: string; said: readonly Said[] }[] = [
  {
    name: 'Carla Contact',
    email: 'carla@parley-demo.example',
    said: [{ by: 'visitor', content: 'Hello! Where is my order 1042?' }],
  },
  {
    name: 'Tom Weber',
    email: 'tom@parley-demo.example',
    said: [
      { by: 'visitor', content: 'Do you ship to Norway?' },
      { by: 'team', content: 'Yes, within **five days**. Shipping is free from 50 euros on.' },
      { by: 'visitor', content: 'Great, thank you!' },
    ],
  },
  {
    name: 'Mei Tanaka',
    email: 'mei@parley-demo.example',
    said: [
      { by: 'visitor', content: 'The invoice has a wrong address. Can you send another one?' },
      { by: 'team', content: 'The address in the shop is right: ask accounting for a new invoice.', isNote: true },
    ],
  },
];

export const ARTICLES: readonly { title: string; content: string }[] = [
  {
    title: 'How long does delivery take?',
    content: 'Orders leave our warehouse within **one day**, and arrive within five.',
  },
  { title: 'How do I send something back?', content: 'Within 30 days:\n\n1. Pack it.\n2. Write to us for a label.' },
];
