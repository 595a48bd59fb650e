import { describe, expect, it } from 'vitest';
import { WriteBatch } from './turn.ts';

const unexpected = (error: unknown): void => expect.fail(String(error));
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('messages sent in one turn of the event loop', () => {
  it('leave together at its end, in order, including those that answers add', async () => {
    const turn = new WriteBatch();
    const sent: string[] = [];
    turn.add(() => sent.push('first'), unexpected);
    await Promise.resolve();
    turn.add(() => sent.push('second'), unexpected);
    expect(sent).toEqual([]);
    await nextTurn();
    expect(sent).toEqual(['first', 'second']);
  });

  it('leave at once if the turn is ended early, and only once', async () => {
    const turn = new WriteBatch();
    const sent: string[] = [];
    turn.add(() => sent.push('first'), unexpected);
    turn.end();
    expect(sent).toEqual(['first']);
    turn.add(() => sent.push('second'), unexpected);
    await nextTurn();
    await nextTurn();
    expect(sent).toEqual(['first', 'second']);
  });

  it('leave without one that cannot be sent, and its sender gets the error', async () => {
    const turn = new WriteBatch();
    const sent: string[] = [];
    const failed: unknown[] = [];
    const tooLarge = new Error('too large');
    const throwing = (): void => {
      throw tooLarge;
    };
    turn.add(throwing, (error) => failed.push(error));
    turn.add(() => sent.push('second'), unexpected);
    await nextTurn();
    expect(sent).toEqual(['second']);
    expect(failed).toEqual([tooLarge]);
  });
});
