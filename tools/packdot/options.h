// Options that several sub-commands share, each spelled and checked in one way.
#ifndef PACKDOT_TOOLS_PACKDOT_OPTIONS_H_
#define PACKDOT_TOOLS_PACKDOT_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "packdot/activation.h"
#include "tools/packdot/model.h"

namespace packdot::cli {

void AddModel(CLI::App& app, ModelFile& model);  // FILE and --type-id
CLI::Option* AddTypeIds(CLI::App& app, ModelFile& model);
void AddThreads(CLI::App& app, int& threads);
void AddJson(CLI::App& app, bool& json);
void AddOutput(CLI::App& app, std::string& path, const std::string& what);

ActivationType ActivationOf(const std::string& name);  // "f32" or "q8"
std::string ActivationName(ActivationType type);

// Bytes that are not UTF-8 become U+FFFD, infinities and NaNs null: always valid JSON.
void PrintJson(const nlohmann::ordered_json& json);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_OPTIONS_H_
