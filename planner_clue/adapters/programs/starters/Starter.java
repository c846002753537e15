// An agent of planner-clue to begin with: it suggests what it has not located, and accuses when
// it is certain. Change what you like; docs/protocol.md tells every line that passes.
// javac Starter.java && planner-clue match "command:java -cp . Starter" random random

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

class Starter {
    Map<String, Object> seat; // what it knows before the first turn
    Map<String, Set<Object>> lacks; // for each card, the seats that certainly do not hold it
    Set<String> located; // the cards of which it knows the holder
    List<String> suggested; // the suggestion that is being answered

    void begin(Map<String, Object> told) {
        seat = told;
        located = new HashSet<>(cards("hand"));
        lacks = new HashMap<>();
        for (String category : List.of("suspects", "weapons", "rooms")) {
            for (String card : cards(category)) {
                Set<Object> without = new HashSet<>();
                if (!located.contains(card)) without.add(seat.get("index"));
                lacks.put(card, without);
            }
        }
    }

    void observe(Map<String, Object> event) {
        String kind = (String) event.get("kind");
        if (kind.equals("suggest")) {
            suggested = list(event.get("cards"));
        } else if (kind.equals("pass")) {
            for (String card : suggested) lacks.get(card).add(event.get("seat"));
        } else if (kind.equals("show")) {
            // Of three cards the seat lacks two: then it has shown the third.
            List<String> left = new ArrayList<>(suggested);
            left.removeIf(card -> lacks.get(card).contains(event.get("seat")));
            String card = (String) event.get("card");
            if (card == null && left.size() == 1) card = left.get(0);
            if (card != null) located.add(card);
        }
    }

    /** The cards of a category that may be in the case file: one that nobody holds, or all unlocated. */
    List<String> candidates(String category) {
        int players = list(seat.get("hand_sizes")).size();
        List<String> left = new ArrayList<>(cards(category));
        left.removeIf(card -> lacks.get(card).size() < players);
        if (!left.isEmpty()) return left;
        left.addAll(cards(category));
        left.removeIf(located::contains);
        return left;
    }

    /** The card that most seats are known to lack. */
    String best(List<String> cards) {
        String best = cards.get(0);
        for (String card : cards) if (lacks.get(card).size() > lacks.get(best).size()) best = card;
        return best;
    }

    Object move(Map<String, Object> options) {
        List<String> wanted = candidates("rooms");
        List<String> rooms = list(options.get("rooms"));
        List<String> reached = new ArrayList<>(rooms);
        reached.retainAll(wanted);
        if (!reached.isEmpty()) return best(reached);
        List<List<Double>> squares = list(options.get("squares"));
        if (squares.isEmpty()) return rooms.isEmpty() ? options.get("here") : rooms.get(0);
        List<List<Double>> doors = new ArrayList<>();
        for (Object room : list(object(seat.get("board")).get("rooms"))) {
            if (!wanted.contains(object(room).get("name"))) continue;
            for (Object door : list(object(room).get("doors"))) doors.add(list(object(door).get("front")));
        }
        return squares.stream().min(Comparator.comparingDouble(square -> steps(square, doors))).get();
    }

    double steps(List<Double> from, List<List<Double>> doors) {
        double least = Double.MAX_VALUE;
        for (List<Double> door : doors) {
            least = Math.min(least, Math.abs(door.get(0) - from.get(0)) + Math.abs(door.get(1) - from.get(1)));
        }
        return least;
    }

    String start(Map<String, Object> options) {
        List<String> openings = list(options.get("openings"));
        List<String> wanted = candidates("rooms");
        if (openings.contains("stay") && wanted.contains(options.get("here"))) return "stay";
        if (openings.contains("passage") && wanted.contains(options.get("passage"))) return "passage";
        return "roll";
    }

    List<String> accuse() {
        List<String> three = new ArrayList<>();
        for (String category : List.of("suspects", "weapons", "rooms")) {
            List<String> left = candidates(category);
            if (left.size() > 1) return null;
            three.add(left.get(0));
        }
        return three;
    }

    Object answer(Map<String, Object> call) {
        if (call.containsKey("heard")) for (Object event : list(call.get("heard"))) observe(object(event));
        switch ((String) call.get("call")) {
            case "hello":
                return Map.of("protocol", 1.0, "name", "starter", "reset", true);
            case "begin":
                begin(object(call.get("seat")));
                return null;
            case "start":
                return start(object(call.get("options")));
            case "move":
                return move(object(call.get("options")));
            case "suggest":
                return List.of(best(candidates("suspects")), best(candidates("weapons")), call.get("room"));
            case "show":
                return list(call.get("cards")).get(0);
            case "accuse":
                return accuse();
            default: // "reset" and "observe" want no answer
                return null;
        }
    }

    /** Print nothing but answers to System.out; System.err is for everything else. */
    public static void main(String[] arguments) throws Exception {
        Starter agent = new Starter();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = lines.readLine()) != null; ) {
            Map<String, Object> call = object(new Json(line).value());
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("id", call.get("id"));
            answer.put("answer", agent.answer(call));
            System.out.println(Json.text(answer));
        }
    }

    List<String> cards(String category) {
        return list(seat.get(category));
    }

    @SuppressWarnings("unchecked")
    static <T> List<T> list(Object value) {
        return (List<T>) value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }
}

/** Just enough JSON: objects are maps, arrays are lists, numbers are doubles. */
class Json {
    final String text;
    int at = 0;

    Json(String text) {
        this.text = text;
    }

    Object value() {
        char first = next();
        if (first == '{') {
            Map<String, Object> object = new LinkedHashMap<>();
            for (at++; next() != '}'; skip(',')) {
                String name = string();
                skip(':');
                object.put(name, value());
            }
            at++;
            return object;
        }
        if (first == '[') {
            List<Object> array = new ArrayList<>();
            for (at++; next() != ']'; skip(',')) array.add(value());
            at++;
            return array;
        }
        if (first == '"') return string();
        int begin = at;
        while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(begin, at);
        if (word.equals("null")) return null;
        return word.equals("true") || word.equals("false") ? (Object) word.equals("true") : (Object) Double.valueOf(word);
    }

    String string() {
        StringBuilder said = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            char letter = text.charAt(at);
            if (letter == '\\') {
                letter = text.charAt(++at);
                if (letter == 'n') letter = '\n';
                if (letter == 't') letter = '\t';
                if (letter == 'u') letter = (char) Integer.parseInt(text.substring(at + 1, (at += 4) + 1), 16);
            }
            said.append(letter);
        }
        at++;
        return said.toString();
    }

    char next() {
        while (Character.isWhitespace(text.charAt(at))) at++;
        return text.charAt(at);
    }

    void skip(char sign) {
        if (next() == sign) at++;
    }

    static String text(Object value) {
        List<String> parts = new ArrayList<>();
        if (value instanceof Map) {
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) parts.add(text(entry.getKey()) + ":" + text(entry.getValue()));
            return "{" + String.join(",", parts) + "}";
        }
        if (value instanceof List) {
            for (Object part : (List<?>) value) parts.add(text(part));
            return "[" + String.join(",", parts) + "]";
        }
        if (value instanceof String) return "\"" + ((String) value).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        if (value instanceof Double && (Double) value % 1 == 0) return String.valueOf(((Double) value).longValue());
        return String.valueOf(value);
    }
}
