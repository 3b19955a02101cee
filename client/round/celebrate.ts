import { dress } from '../ui/dress.ts';
import css from './reveal.css?inline';

const SWEEP_MS = 900;
const FALL_MS = 1500;
const BETWEEN_COINS_MS = 110;
/** Where each coin falls, in percent of the ticket's width from its left edge, in the order of falling. */
const COINS = [36, 72, 12, 84, 50, 24, 60] as const;

/** Adds the styles of reveals to the page. Call it once. */
export function dressReveal(): void {
  dress(css);
}

/** Lets a light pass over the first place once, and a few coins fall. The returned function ends both at once. */
export function celebrate(ticket: HTMLElement): () => void {
  const made = [sweepOver(ticket.querySelector('.won .p1')), ...COINS.map((left, index) => coin(ticket, left, index))];
  return () => {
    for (const one of made) one?.remove();
  };
}

function sweepOver(winner: Element | null): HTMLElement | null {
  if (!winner) return null;
  const light = made(winner, {
    inset: '0',
    background: 'linear-gradient(100deg, #f3dfa600 40%, #f3dfa64d 50%, #f3dfa600 60%)',
  });
  leaveAfter(
    light,
    light.animate([{ transform: 'translateX(-100%)' }, { transform: 'translateX(100%)' }], {
      duration: SWEEP_MS,
      easing: 'ease-in-out',
      fill: 'both',
    }),
  );
  return light;
}

function coin(ticket: HTMLElement, left: number, index: number): HTMLElement {
  const one = made(ticket, {
    top: '-20px',
    left: `${left}%`,
    width: '14px',
    height: '14px',
    borderRadius: '50%',
    background: 'radial-gradient(closest-side, #0000 52%, #8b6e34 54% 60%, #0000 62%), #d8b76c',
  });
  const end = `translateY(${ticket.clientHeight}px) rotateX(900deg)`;
  leaveAfter(
    one,
    one.animate(
      [
        { opacity: 0, transform: 'none' },
        { opacity: 0.95, offset: 0.1 },
        { opacity: 0.8, offset: 0.8 },
        { opacity: 0, transform: end },
      ],
      {
        duration: FALL_MS,
        delay: index * BETWEEN_COINS_MS,
        easing: 'cubic-bezier(.5,0,.9,.7)',
        fill: 'both',
      },
    ),
  );
  return one;
}

/** Adds an ornament. A script sets its style, because the content security policy allows no style attributes. */
function made(parent: Element, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const one = document.createElement('i');
  one.setAttribute('aria-hidden', 'true');
  one.className = 'ornament';
  Object.assign(one.style, { position: 'absolute', pointerEvents: 'none', ...style });
  parent.append(one);
  return one;
}

function leaveAfter(one: HTMLElement, animation: Animation): void {
  animation.onfinish = () => one.remove();
}
