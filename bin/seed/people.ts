import type { Role } from '../../src/entities/account-user.ts';

/** The company. All its people are invented; addresses below example.com and the phone numbers belong to nobody. */
export const COMPANY = 'Tidewater Tea';
export const HELP_SLUG = 'tidewater-tea';

export type Agent = { name: string; email: string; role: Role };

/** The first one is the administrator whose token is printed. */
export const AGENTS: readonly [Agent, ...Agent[]] = [
  { name: 'Nora Lindqvist', email: 'nora@example.com', role: 'administrator' },
  { name: 'Samuel Okoye', email: 'samuel@example.com', role: 'administrator' },
  { name: 'Hana Kobayashi', email: 'hana@example.com', role: 'agent' },
  { name: 'Diego Ferreira', email: 'diego@example.com', role: 'agent' },
  { name: 'Amira Haddad', email: 'amira@example.com', role: 'agent' },
];

export const TEAMS: readonly { name: string; description: string; members: readonly number[] }[] = [
  { name: 'orders', description: 'Delivery, returns and payments', members: [0, 2, 3] },
  { name: 'wholesale', description: 'Cafés, hotels and shops', members: [1, 4] },
];

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ja' | 'ar' | 'he';

export type Person = {
  name: string;
  phone: string | null;
  company: string | null;
  city: string;
  country: string;
  code: string;
  language: Language;
};

type Row = [name: string, phone: string | null, company: string | null, language: Language];

/** Numbers of the ranges that regulators reserve for examples; some countries have none. */
const PLACES: readonly { city: string; country: string; code: string; people: readonly Row[] }[] = [
  {
    city: 'Leeds',
    country: 'United Kingdom',
    code: 'GB',
    people: [
      ['Alice Whitmore', '+447700900101', null, 'en'],
      ['Gareth Pugh-Davies', '+447700900102', 'The Copper Kettle', 'en'],
      ['Priya Raman', '+447700900103', null, 'en'],
      ['Tom Ashdown', '+447700900104', null, 'en'],
      ['Imogen Clarke', '+447700900105', 'Harbour View Hotel', 'en'],
      ['Kwame Asante', '+447700900106', null, 'en'],
    ],
  },
  {
    city: 'Portland',
    country: 'United States',
    code: 'US',
    people: [
      ['Megan Torres', '+12025550101', null, 'en'],
      ['Jamal Brooks', '+12025550102', 'Brooks & Daughters', 'en'],
      ['Linda Nakagawa', '+12025550103', null, 'en'],
      ['Peter Novak', '+12025550104', null, 'en'],
      ['Ruth Feldman', '+12025550105', 'Second Cup Society', 'en'],
      ['Carlos Medina', '+12025550106', null, 'es'],
    ],
  },
  {
    city: 'Hamburg',
    country: 'Germany',
    code: 'DE',
    people: [
      ['Jonas Petersen', '+493023125101', null, 'de'],
      ['Katrin Vogel', '+493023125102', 'Café Morgenrot', 'de'],
      ['Anke Brandt', '+493023125103', null, 'de'],
      ['Mehmet Yıldız', '+493023125104', null, 'de'],
      ['Franziska Böhm', '+493023125105', 'Teestube am Deich', 'de'],
    ],
  },
  {
    city: 'Lyon',
    country: 'France',
    code: 'FR',
    people: [
      ['Élodie Marchand', '+33199000101', null, 'fr'],
      ['Hugo Lefèvre', '+33199000102', 'Salon des Feuilles', 'fr'],
      ['Aïcha Benali', '+33199000103', null, 'fr'],
      ['Mathieu Garnier', '+33199000104', null, 'fr'],
    ],
  },
  {
    city: 'Valencia',
    country: 'Spain',
    code: 'ES',
    people: [
      ['Lucía Navarro', null, null, 'es'],
      ['Iker Echeverría', null, 'Hostal Brisa', 'es'],
      ['Marta Soler', null, null, 'es'],
    ],
  },
  {
    city: 'Melbourne',
    country: 'Australia',
    code: 'AU',
    people: [
      ['Chloe Nguyen', '+61491570156', null, 'en'],
      ['Liam O’Rourke', '+61491570157', 'Laneway Brew Bar', 'en'],
      ['Sunita Patel', '+61491570158', null, 'en'],
    ],
  },
  {
    city: 'Osaka',
    country: 'Japan',
    code: 'JP',
    people: [
      ['田中 美咲', null, null, 'ja'],
      ['佐藤 健', null, '緑茶工房', 'ja'],
      ['山本 結衣', null, null, 'ja'],
      ['小林 大輔', null, null, 'ja'],
    ],
  },
  {
    city: 'Cairo',
    country: 'Egypt',
    code: 'EG',
    people: [
      ['ليلى منصور', null, null, 'ar'],
      ['يوسف خليل', null, 'مقهى النيل', 'ar'],
      ['سارة عبد الله', null, null, 'ar'],
    ],
  },
  {
    city: 'Haifa',
    country: 'Israel',
    code: 'IL',
    people: [
      ['נועה ברק', null, null, 'he'],
      ['איתן לוי', null, null, 'he'],
    ],
  },
  {
    city: 'Oslo',
    country: 'Norway',
    code: 'NO',
    people: [
      ['Ingrid Solberg', null, null, 'en'],
      ['Lars Haugen', null, 'Fjordkaffe', 'en'],
      ['Astrid Bakke', null, null, 'en'],
      ['Øyvind Dahl', null, null, 'en'],
    ],
  },
];

export const CONTACTS: readonly Person[] = PLACES.flatMap(({ people, ...place }) =>
  people.map(([name, phone, company, language]) => ({ name, phone, company, language, ...place })),
);

/** The address of the contact with this place in the list. */
export const emailOf = (place: number) => `customer-${String(place + 1).padStart(2, '0')}@example.com`;
