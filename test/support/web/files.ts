import type { Page } from 'playwright-core';
import { SAMPLES } from '../files/media.ts';

const RATE = 8000;

/** A file of each kind that browsers show in their own way, and one that they do not show; all of them can be played. */
export async function filesOfEachKind(page: Page, picture: Uint8Array<ArrayBuffer>): Promise<File[]> {
  return [
    new File([picture], 'oak-table.png', { type: 'image/png' }),
    new File([sound(1)], 'voice-note.wav', { type: 'audio/wav' }),
    new File([await video(page)], 'assembly.webm', { type: 'video/webm' }),
    new File([SAMPLES['application/pdf']!], 'invoice-OAK-1042.pdf', { type: 'application/pdf' }),
  ];
}

/** So many seconds of silence. */
function sound(seconds: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(44);
  const length = RATE * seconds;
  header.write('RIFF').toString();
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const) {
    header.writeUInt16LE(value, at);
  }
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE, 28);
  header.write('data', 36);
  header.writeUInt32LE(length, 40);
  return new Uint8Array(Buffer.concat([header, Buffer.alloc(length, 128)]));
}

/** A short recording that the browser makes itself, so that it can play it too. */
async function video(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const context = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let frame = 0; frame < 6; frame += 1) {
      context.fillStyle = `hsl(${frame * 20} 40% 40%)`;
      context.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return new Uint8Array(bytes);
}
