import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import { buttonClass } from '#ui/Button.tsx';

type PageBoundaryProps = { children: ReactNode };

/** Shows an apology in place of a page that breaks, until the next navigation. */
export function PageBoundary({ children }: PageBoundaryProps) {
  return <Boundary visit={useLocation().key}>{children}</Boundary>;
}

type BoundaryProps = PageBoundaryProps & { visit: string };
type BoundaryState = { visit?: string; isBroken: boolean };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { isBroken: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ visit }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return state.visit === visit ? null : { visit, isBroken: false };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

/** Both ways out load everything afresh. */
function BrokenPage() {
  return (
    <div className="page">
      <h1>Unexpected Application Error!</h1>
      <p className="apology">Something broke on our side. Loading the page again often helps.</p>
      <button type="button" className={buttonClass()} onClick={() => window.location.reload()}>
        Reload the page
      </button>{' '}
      <a href={paths.home} className={buttonClass('secondary')}>
        Go to the start page
      </a>
    </div>
  );
}
