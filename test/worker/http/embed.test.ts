import { beforeAll, describe, expect, it } from 'vitest';
import { embedPage } from '../../../worker/answers/documents/embedPage.ts';
import { app } from '../../../worker/app.ts';
import { READY } from '../apiClient.ts';
import { emptyDatabase } from '../database.ts';

const get = (path: string, given: object = READY) => app.request(`https://embed.test${path}`, {}, given);
const shaOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64');

beforeAll(async () => {
  await emptyDatabase();
});

describe('the page for other sites', () => {
  it('is the only one that may be framed', async () => {
    const { headers, status } = await get('/embed');
    expect(status).toBe(200);
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    for (const path of ['/', '/embed/', '/embed/x', '/wallet', '/admin', '/docs', '/verify.html', '/api/health']) {
      const { headers: others } = await get(path);
      expect(others.get('x-frame-options'), path).toBe('DENY');
      expect(others.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    }
  });

  it('has one style and one script, which its policy names, and loads nothing', async () => {
    const response = await get('/embed');
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const tag of ['style', 'script']) {
      const [found, ...more] = [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))];
      expect(more).toEqual([]);
      expect(policy).toContain(`${tag}-src 'sha256-${await shaOf(found?.[1] ?? '')}'`);
    }
    expect(html).not.toMatch(/ src=| style="|<link| on\w+=/);
    expect(policy).not.toContain('unsafe');
  });

  it('says so while nothing is known', async () => {
    expect(embedPage(null)).toContain('The lottery is starting');
    expect((await get('/embed')).status).toBe(200);
    expect((await get('/embed', {})).status).toBe(503);
  });
});

describe('the offline view', () => {
  it('has a policy by which nothing is loaded, and names its own style and script', async () => {
    const response = await get('/offline');
    const policy = response.headers.get('content-security-policy') ?? '';
    const text = await response.text();
    for (const [kind, tag] of [
      ['style-src', 'style'],
      ['script-src', 'script'],
    ] as const) {
      const [, own = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(text) ?? [];
      expect(policy).toContain(`${kind} 'sha256-${await shaOf(own)}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('connect-src');
    expect(text).toContain('You are offline');
    expect(text).not.toMatch(/ (?:src|style|on\w+)=/);
  });
});
