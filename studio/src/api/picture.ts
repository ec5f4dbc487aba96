import { back_or_stopped } from './connection';

const most_tries = 4;

const rest = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** A picture as an element. While the server is away it is waited for; one that fails although the server is there is asked for a few times. */
export async function load_picture(url: string, signal: AbortSignal): Promise<HTMLImageElement> {
  for (let attempt = 1; ; ++attempt) {
    const image = new Image();
    image.decoding = 'async';
    const came = await new Promise<boolean>((resolve) => {
      image.onload = () => resolve(true);
      image.onerror = () => resolve(false);
      signal.addEventListener(
        'abort',
        () => {
          image.src = '';
          resolve(false);
        },
        { once: true },
      );
      image.src = url;
    });
    if (signal.aborted) throw new DOMException('stopped', 'AbortError');
    if (came) return image;
    await back_or_stopped(signal);
    if (attempt === most_tries) throw new Error('a picture did not come');
    await rest(250 * attempt);
  }
}
