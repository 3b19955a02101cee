import {
  Component,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { DistributionConfig } from '../../src/contract/distribution.ts';
import { createDraftStore, isUnsaved } from './console/nextDraft.ts';
import { LoginForm } from './session/LoginForm.tsx';
import { useSession } from './session/useSession.ts';

const loadDashboard = () => import('./Dashboard.tsx');
const Dashboard = lazy(async () => ({ default: (await loadDashboard()).Dashboard }));

/** The console: the login, or what the person who is logged in may see. */
export function AdminApp() {
  const [store] = useState(createDraftStore);
  const hasUnsaved = useSyncExternalStore(store.subscribe, () => {
    const draft = store.read();
    return draft !== null && isUnsaved(draft);
  });
  const onConfig = useCallback((config: DistributionConfig) => store.step({ kind: 'read', config }), [store]);
  const control = useSession(onConfig);
  const { session } = control;

  // The dashboard is loaded while the key is typed or checked.
  useEffect(() => void loadDashboard().catch(() => undefined), []);
  useEffect(() => {
    if (!hasUnsaved) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [hasUnsaved]);

  switch (session.kind) {
    case 'checking':
      return (
        <main className="gate">
          <p role="status" className="checking">
            Loading admin interface...
          </p>
        </main>
      );
    case 'login':
      return <LoginForm session={session} control={control} hasUnsaved={hasUnsaved} />;
    case 'open':
      return (
        <ErrorBoundary>
          <Suspense fallback={<LoadingDashboard />}>
            <Dashboard
              adminKey={session.key}
              store={store}
              onKeyRefused={control.expire}
              onLogout={() => {
                store.step({ kind: 'forgotten' });
                control.logout();
              }}
            />
          </Suspense>
        </ErrorBoundary>
      );
  }
}

function LoadingDashboard() {
  return (
    <main className="gate">
      <p role="status" className="checking">
        Loading dashboard...
      </p>
    </main>
  );
}

/** Shows a sentence when the console breaks or could not be loaded. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="gate">
        <div className="box" role="alert">
          <p>The console could not be shown. This changed nothing on the server. Please reload the page.</p>
          <button type="button" className="btn" onClick={() => location.reload()}>
            Reload
          </button>
        </div>
      </main>
    );
  }
}
