import { SEARCH_MAX } from '@waygate/contract/search/search.schemas';
import { Search, X } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './SearchBox.module.css';
import { isLongEnough } from './use-search.ts';

/** How long somebody pauses before the words are searched for without Enter. */
const PAUSE_MS = 300;

type SearchBoxProps = {
  /** As the address has them. */
  words: string;
  onSearch: (words: string) => void;
};

/** One field for news and patch notes; its words are searched for after a pause, or at once by Enter. */
export function SearchBox({ words, onSearch }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, type, search } = useTypedWords(words, onSearch);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    search(text);
  }
  function clear() {
    search('');
    input.current?.focus();
  }
  return (
    <search className={styles.search}>
      <form method="get" className={styles.box} onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          Search news and patch notes
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          name="q"
          value={text}
          onChange={({ target }) => type(target.value)}
          placeholder="Search news and patch notes"
          maxLength={SEARCH_MAX}
          autoComplete="off"
          enterKeyHint="search"
        />
        {text !== '' && (
          <button type="button" aria-label="Clear the search" className={styles.clear} onClick={clear}>
            <X aria-hidden size={18} />
          </button>
        )}
        <button type="submit" aria-label="Search">
          <Search aria-hidden size={20} />
        </button>
      </form>
      <noscript>Search needs JavaScript. Everything below can be read without it.</noscript>
    </search>
  );
}

/** The field's text. It follows the address, except while that is behind what is typed. */
function useTypedWords(words: string, onSearch: (words: string) => void) {
  const [text, setText] = useState(words);
  const [sent, setSent] = useState(words);
  const [seen, setSeen] = useState(words);
  const pause = useRef<number>(undefined);
  if (words !== seen) {
    setSeen(words);
    if (words !== sent) {
      setSent(words);
      setText(words);
    }
  }
  useEffect(() => () => window.clearTimeout(pause.current), []);
  function search(typed: string) {
    window.clearTimeout(pause.current);
    setText(typed);
    setSent(typed.trim());
    onSearch(typed.trim());
  }
  function type(typed: string) {
    window.clearTimeout(pause.current);
    setText(typed);
    if (typed.trim() === '') search(typed);
    else if (isLongEnough(typed.trim())) pause.current = window.setTimeout(() => search(typed), PAUSE_MS);
  }
  return { text, type, search };
}
