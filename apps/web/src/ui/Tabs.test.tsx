import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Tabs } from './Tabs.tsx';

/** Keeps what it was first given, as a panel keeps what it has loaded. */
function Kept({ word }: { word: string }) {
  const [first] = useState(word);
  return <p>{first}</p>;
}

it('keeps state of two similar panels apart and moves by the arrow keys', () => {
  render(
    <Tabs
      label="Drops"
      tabs={[
        { id: 'viewer', label: 'Viewer', panel: <Kept word="Watched" /> },
        { id: 'streamer', label: 'Streamer', panel: <Kept word="Streamed" /> },
      ]}
    />,
  );
  const [viewer, streamer] = screen.getAllByRole('tab');
  if (!viewer || !streamer) throw new Error('There are two tabs.');
  fireEvent.keyDown(viewer, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(streamer);
  expect(screen.getByRole('tabpanel', { name: 'Streamer' }).textContent).toBe('Streamed');
  fireEvent.keyDown(streamer, { key: 'Home' });
  expect(screen.getByRole('tabpanel', { name: 'Viewer' }).textContent).toBe('Watched');
});
