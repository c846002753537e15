// An agent of planner-clue to begin with: it suggests what it has not located, and accuses when
// it is certain. Change what you like; docs/protocol.md tells every line that passes.
// g++ -std=c++17 -o mine mine.cpp && planner-clue match "command:./mine" random random

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

// Just enough JSON: what is read is a tree of values, and answers are written as text.
struct Json {
    enum Kind { null, boolean, number, string, array, object } kind = null;
    double value = 0;
    std::string text;
    std::vector<Json> items;
    std::map<std::string, Json> fields;

    const Json& operator[](const std::string& name) const { return fields.at(name); }
    bool has(const std::string& name) const { return fields.count(name) > 0; }
    std::vector<std::string> texts() const {
        std::vector<std::string> found;
        for (const Json& item : items) found.push_back(item.text);
        return found;
    }
};

class Reader {
  public:
    explicit Reader(const std::string& line) : text(line) {}

    Json read() {
        Json json;
        char first = next();
        if (first == '{') {
            json.kind = Json::object;
            for (at++; next() != '}'; skip(',')) {
                std::string name = string();
                skip(':');
                json.fields[name] = read();
            }
            at++;
        } else if (first == '[') {
            json.kind = Json::array;
            for (at++; next() != ']'; skip(',')) json.items.push_back(read());
            at++;
        } else if (first == '"') {
            json.kind = Json::string;
            json.text = string();
        } else {
            std::size_t begin = at;
            while (at < text.size() && std::string(",]} ").find(text[at]) == std::string::npos) at++;
            std::string word = text.substr(begin, at - begin);
            if (word == "true" || word == "false") json.kind = Json::boolean, json.value = word == "true";
            else if (word != "null") json.kind = Json::number, json.value = std::atof(word.c_str());
        }
        return json;
    }

  private:
    const std::string& text;
    std::size_t at = 0;

    char next() {
        while (std::isspace(static_cast<unsigned char>(text.at(at)))) at++;
        return text.at(at);
    }
    void skip(char sign) {
        if (next() == sign) at++;
    }
    std::string string() {
        std::string said;
        for (at++; text.at(at) != '"'; at++) {
            if (text.at(at) == '\\') at++;  // letters beyond ASCII stay as they are written
            said += text.at(at);
        }
        at++;
        return said;
    }
};

using Cards = std::vector<std::string>;

std::string quoted(const std::string& card) { return "\"" + card + "\""; }
std::string quoted(const Cards& cards) {
    std::string list;
    for (const std::string& card : cards) list += (list.empty() ? "" : ",") + quoted(card);
    return "[" + list + "]";
}
bool has(const Cards& cards, const std::string& card) {
    return std::find(cards.begin(), cards.end(), card) != cards.end();
}

class Agent {
  public:
    std::string answer(const Json& call) {
        if (call.has("heard"))
            for (const Json& event : call["heard"].items) observe(event);
        const std::string& name = call["call"].text;
        if (name == "hello") return R"({"protocol":1,"name":"starter","reset":true})";
        if (name == "begin") begin(call["seat"]);
        if (name == "start") return quoted(start(call["options"]));
        if (name == "move") return move(call["options"]);
        if (name == "suggest")
            return quoted(Cards{best(candidates("suspects")), best(candidates("weapons")), call["room"].text});
        if (name == "show") return quoted(call["cards"].items[0].text);
        if (name == "accuse") return accuse();
        return "null";  // "reset", "begin" and "observe" want no answer
    }

  private:
    Json seat;                                  // what it knows before the first turn
    std::map<std::string, std::set<int>> lacks; // for each card, the seats that certainly do not hold it
    std::set<std::string> located;              // the cards of which it knows the holder
    Cards suggested;                            // the suggestion that is being answered

    void begin(const Json& told) {
        seat = told;
        lacks.clear();
        Cards hand = seat["hand"].texts();
        located = std::set<std::string>(hand.begin(), hand.end());
        for (const char* category : {"suspects", "weapons", "rooms"})
            for (const std::string& card : seat[category].texts()) {
                lacks[card] = {};
                if (!located.count(card)) lacks[card].insert(static_cast<int>(seat["index"].value));
            }
    }

    void observe(const Json& event) {
        const std::string& kind = event["kind"].text;
        int who = static_cast<int>(event["seat"].value);
        if (kind == "suggest") suggested = event["cards"].texts();
        if (kind == "pass")
            for (const std::string& card : suggested) lacks[card].insert(who);
        if (kind == "show") {
            Cards left;  // of three cards the seat lacks two: then it has shown the third
            for (const std::string& card : suggested)
                if (!lacks[card].count(who)) left.push_back(card);
            if (event["card"].kind == Json::string) located.insert(event["card"].text);
            else if (left.size() == 1) located.insert(left[0]);
        }
    }

    // The cards of a category that may be in the case file: one that nobody holds, or all unlocated.
    Cards candidates(const std::string& category) {
        Cards left;
        for (const std::string& card : seat[category].texts()) {
            if (lacks[card].size() == seat["hand_sizes"].items.size()) return {card};
            if (!located.count(card)) left.push_back(card);
        }
        return left;
    }

    // The card that most seats are known to lack.
    std::string best(const Cards& cards) {
        return *std::max_element(cards.begin(), cards.end(), [this](const auto& one, const auto& other) {
            return lacks[one].size() < lacks[other].size();
        });
    }

    std::string move(const Json& options) {
        Cards wanted = candidates("rooms"), reached, rooms = options["rooms"].texts();
        for (const std::string& room : rooms)
            if (has(wanted, room)) reached.push_back(room);
        if (!reached.empty()) return quoted(best(reached));
        int least = 1 << 20;
        std::string nearest = options["here"].kind == Json::string ? quoted(options["here"].text) : "null";
        if (options["here"].kind == Json::array) nearest = square(options["here"]);
        if (options["squares"].items.empty()) return rooms.empty() ? nearest : quoted(rooms[0]);
        for (const Json& place : options["squares"].items)
            for (const Json& room : seat["board"]["rooms"].items)
                for (const Json& door : room["doors"].items) {
                    if (!has(wanted, room["name"].text)) continue;
                    const auto& to = door["front"].items;
                    int steps = std::abs(to[0].value - place.items[0].value) + std::abs(to[1].value - place.items[1].value);
                    if (steps < least) least = steps, nearest = square(place);
                }
        return nearest;
    }

    std::string square(const Json& place) {
        return "[" + std::to_string(static_cast<int>(place.items[0].value)) + "," +
               std::to_string(static_cast<int>(place.items[1].value)) + "]";
    }

    std::string start(const Json& options) {
        Cards openings = options["openings"].texts(), wanted = candidates("rooms");
        if (has(openings, "stay") && has(wanted, options["here"].text)) return "stay";
        if (has(openings, "passage") && has(wanted, options["passage"].text)) return "passage";
        return "roll";
    }

    std::string accuse() {
        Cards three;
        for (const char* category : {"suspects", "weapons", "rooms"}) {
            Cards left = candidates(category);
            if (left.size() != 1) return "null";
            three.push_back(left[0]);
        }
        return quoted(three);
    }
};

// Print nothing but answers to std::cout; std::cerr is for everything else.
int main() {
    Agent agent;
    for (std::string line; std::getline(std::cin, line);) {
        Json call = Reader(line).read();
        std::cout << "{\"id\":" << static_cast<long>(call["id"].value) << ",\"answer\":" << agent.answer(call) << "}" << std::endl;
    }
}
