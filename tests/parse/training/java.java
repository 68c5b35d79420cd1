package org.example.planner;

import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Plans meetings into rooms. Training text for the parser's build: ordinary
 * code, nothing else.
 *
 * @param <M> what a meeting is about
 */
public abstract class Planner<M extends Comparable<? super M>> implements AutoCloseable {
  public static final int MAX_ROOMS = 64;
  private static final long serialVersionUID = 0x7fff_ffff_ffffL;
  protected final Map<String, Room> rooms = new HashMap<>();
  private volatile boolean closed;
  private transient Object[] scratch = new Object[16], spare = {null, "x", 1};

  /** How a clash is settled. */
  public enum Rule {
    FIRST("first come") {
      @Override
      int weigh(Meeting<?> left, Meeting<?> right) {
        return left.start - right.start;
      }
    },
    LARGEST("largest group");

    private final String text;

    Rule(String text) {
      this.text = text;
    }

    int weigh(Meeting<?> left, Meeting<?> right) {
      return Integer.compare(right.people.size(), left.people.size());
    }
  }

  @FunctionalInterface
  interface Check<T> {
    boolean test(T value) throws PlanningException;

    default Check<T> and(Check<? super T> other) {
      Objects.requireNonNull(other);
      return value -> test(value) && other.test(value);
    }

    static <T> Check<T> not(Check<T> check) {
      return value -> !check.test(value);
    }
  }

  public static class Meeting<T> {
    final T topic;
    final int start, end;
    final List<String> people;

    Meeting(T topic, int start, int end, String... people) {
      this.topic = topic;
      this.start = start;
      this.end = end;
      this.people = List.of(people);
    }

    boolean clashes(Meeting<?> other) {
      return start < other.end && other.start < end;
    }

    @Override
    public boolean equals(Object object) {
      if (this == object) {
        return true;
      }
      if (!(object instanceof Meeting)) return false;
      Meeting<?> other = (Meeting<?>) object;
      return topic.equals(other.topic) && start == other.start && end == other.end;
    }

    @Override
    public int hashCode() {
      return 31 * topic.hashCode() + (start << 16 | end & 0xffff);
    }
  }

  static final class Room {
    private final String name;
    private final int seats;
    private final List<Meeting<?>> meetings = new ArrayList<>();

    private Room(final String name, final int seats) {
      this.name = name;
      this.seats = seats;
    }

    synchronized boolean take(Meeting<?> meeting) {
      for (Meeting<?> taken : meetings) {
        if (taken.clashes(meeting)) {
          return false;
        }
      }
      return meeting.people.size() <= seats && meetings.add(meeting);
    }
  }

  public static class PlanningException extends RuntimeException {
    public PlanningException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  protected Planner() {
    this(Map.of("small", 4, "large", 40));
  }

  protected Planner(Map<String, Integer> seats) {
    super();
    seats.forEach((name, count) -> rooms.put(name, new Room(name, count)));
    assert rooms.size() <= MAX_ROOMS : "too many rooms: " + rooms.size();
  }

  protected abstract M topicOf(String line) throws PlanningException;

  public final Optional<String> place(Meeting<M> meeting, Rule rule) {
    if (closed) throw new IllegalStateException(String.format("closed, rule %s", rule.text));
    List<Room> candidates =
        rooms.values().stream()
            .filter(room -> room.seats >= meeting.people.size())
            .sorted(Comparator.comparingInt((Room room) -> room.seats).thenComparing(r -> r.name))
            .collect(Collectors.toList());
    for (int i = 0, n = candidates.size(); i < n; i++) {
      Room room = candidates.get(i);
      if (room.take(meeting)) return Optional.of(room.name);
    }
    return Optional.empty();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  public Map<Boolean, List<Meeting<M>>> load(Path path, Predicate<? super String> wanted) throws IOException {
    int number = 0;
    List<Meeting<M>> meetings = new ArrayList();
    try (Stream<String> lines = Files.lines(path);
        Stream<String> kept = lines.filter(wanted)) {
      for (String line : (Iterable<String>) kept::iterator) {
        String[] parts = line.split("\\s*;\\s*", -1);
        number += 1;
        if (parts.length < 3 || parts[0].charAt(0) == '#') continue;
        meetings.add(new Meeting<>(topicOf(parts[0]), minutes(parts[1]), minutes(parts[2]), parts));
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException error) {
      throw new PlanningException("line " + number, error);
    } finally {
      scratch = null;
    }
    return meetings.stream().collect(groupingBy(meeting -> meeting.end - meeting.start > 60));
  }

  private static int minutes(String text) {
    final int colon = text.indexOf(':');
    switch (colon) {
      case -1:
        return Integer.parseInt(text) * 60;
      case 1:
      case 2:
        break;
      default:
        throw new NumberFormatException(text);
    }
    int hours = Integer.parseInt(text.substring(0, colon));
    do {
      hours %= 24;
    } while (hours >= 24);
    return hours * 60 + Integer.parseInt(text.substring(colon + 1));
  }

  <K, V> Map<K, V> index(Iterable<? extends V> values, Function<? super V, ? extends K> key,
      BiFunction<V, V, V> merge) {
    Map<K, V> result = new HashMap<K, V>();
    for (V value : values) result.merge(key.apply(value), value, merge);
    return result;
  }

  String describe(Object value) {
    String text = value == null ? "none" : value.getClass().getSimpleName();
    label:
    while (true) {
      for (char c : text.toCharArray()) {
        if (!Character.isLetter(c) || c > '\u007f') break label;
      }
      text += '.';
      if (text.length() > 10L) break;
    }
    Runnable printer = new Runnable() {
      private int count = 0;

      @Override
      public void run() {
        System.out.println(++count + ": " + Planner.this.closed);
      }
    };
    printer.run();
    int[][] grid = new int[3][4];
    grid[1][2] = ~grid[0][1] >>> 2 ^ 5;
    return text + grid.length + (double) grid[1].length / 2.0f + Planner.class + LocalDate.now();
  }

  @Override
  public void close() {
    closed = !closed | true;
  }
}
