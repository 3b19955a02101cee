import { Component, type ReactNode } from 'react';

/** Says so when the console itself breaks or could not be loaded: a blank page would hide whether anything was saved. */
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
          <p>The console could not be shown. Nothing was changed on the server by this; load the page again.</p>
          <button type="button" className="btn" onClick={() => location.reload()}>
            Load again
          </button>
        </div>
      </main>
    );
  }
}
