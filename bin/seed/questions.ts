import type { Attributes, Json } from '../../src/entities/columns.ts';
import type { Question } from './plan-conversations.ts';

/** A message in which the contact chooses or fills in something, and what they answer; null = nothing. */
export const QUESTIONS: Record<Question, { content: string; attributes: Attributes; answer: Json | null }> = {
  input_select: {
    content: 'What is your question about?',
    attributes: {
      items: [
        { title: 'My order', value: 'order' },
        { title: 'A product', value: 'product' },
        { title: 'Something else', value: 'other' },
      ],
    },
    answer: [{ title: 'My order', value: 'order' }],
  },
  form: {
    content: 'Please tell us a little more.',
    attributes: {
      items: [
        { name: 'order', label: 'Order number', type: 'text', placeholder: '20123', required: true },
        { name: 'details', label: 'What happened?', type: 'text_area' },
      ],
    },
    answer: [
      { name: 'order', value: '20123' },
      { name: 'details', value: 'The parcel was open.' },
    ],
  },
  cards: {
    content: 'These might suit you:',
    attributes: {
      items: [
        {
          title: 'Harbour Breakfast',
          description: 'Strong, malty, made for milk',
          media_url: 'https://shop.example.com/harbour-breakfast.png',
          actions: [{ type: 'link', text: 'Look at it', uri: 'https://shop.example.com/harbour-breakfast' }],
        },
      ],
    },
    answer: null,
  },
  input_email: { content: 'Where can we reach you?', attributes: {}, answer: null },
  article: {
    content: 'This may help:',
    attributes: {
      items: [
        {
          title: 'How hot should the water be?',
          description: 'Temperatures and times',
          link: 'https://shop.example.com/help/water',
        },
      ],
    },
    answer: null,
  },
};
